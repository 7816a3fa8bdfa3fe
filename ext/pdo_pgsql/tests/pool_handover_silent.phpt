--TEST--
Whoever takes a connection on which an insert has left its id does not wait for a silent server
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pool.inc';

/* Between client and server; the first connection is silent from $silent on. */
$silent = false;
$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_PGSQL_TEST_DSN');
preg_match('/port=(\d+)/', $dsn, $match);
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($proxy, false))[1];
$pass = function ($from, $to, $number) use (&$silent) {
    while (($data = fread($from, 8192)) !== '' && $data !== false) {
        if (!$silent || $number > 0) {
            fwrite($to, $data);
        }
    }
    fclose($to);
};
$coroutines = $sockets = [];
$coroutines[] = Async\spawn(function () use ($proxy, $match, $pass, &$coroutines, &$sockets) {
    for ($number = 0; $client = stream_socket_accept($proxy, 600); $number++) {
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$match[1]")];
        $coroutines[] = Async\spawn(fn() => $pass($client, $server, $number));
        $coroutines[] = Async\spawn(fn() => $pass($server, $client, $number));
    }
});
$db = new PDO(preg_replace('/port=\d+/', "port=$port", $dsn), options: [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_CLEAN_TIMEOUT => 300,
]);
$plain = new PDO($dsn);
$plain->exec('DROP TABLE IF EXISTS pool_handover_silent');
$plain->exec('CREATE TABLE pool_handover_silent (id serial, word text)');

$insert = Async\spawn(function () use ($db, &$silent, &$is_taken) {
    $db->exec("INSERT INTO pool_handover_silent (word) VALUES ('first')");
    $silent = true;
    while (!$is_taken) {
        Async\delay(10);
    }
    /* Its id is not known any more, and that is said. */
    try {
        $id = $db->lastInsertId();
        echo "id: $id\n";
    } catch (PDOException $e) {
        echo "no id\n";
    }
});
while (!$silent) {
    Async\delay(1);
}
$taker = Async\spawn(function () use ($db, &$is_taken) {
    echo $db->query('SELECT 2')->fetchColumn(), "\n";
    $is_taken = true;
});
Async\await_all_or_fail([$insert, $taker]);
$stats = $db->getPool()->getStats();
echo "made {$stats['created']}, interrupted {$stats['destroyed']['interrupted']}, active {$stats['active']}\n";
$plain->exec('DROP TABLE pool_handover_silent');
unset($db);
foreach ($coroutines as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECT--
2
no id
made 2, interrupted 1, active 0
