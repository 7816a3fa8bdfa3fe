--TEST--
ODBC pool: a query whose server has fallen silent can be cancelled; its connection is given up
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: the driver has five seconds');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* Between driver and server; silent from $silent on, also to the connection that would carry a cancel. */
$silent = false;
$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN');
preg_match('/Port=(\d+)/', $dsn, $match);
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($proxy, false))[1];
$pass = function ($from, $to) use (&$silent) {
    while (($data = fread($from, 8192)) !== '' && $data !== false) {
        if (!$silent) {
            fwrite($to, $data);
        }
    }
};
$pumps = [];
$acceptor = Async\spawn(function () use ($proxy, $match, $pass, &$pumps, &$sockets) {
    while ($client = stream_socket_accept($proxy, 600)) {
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$match[1]")];
        $pumps[] = Async\spawn(fn() => $pass($client, $server));
        $pumps[] = Async\spawn(fn() => $pass($server, $client));
    }
});

$db = new PDO(preg_replace('/Port=\d+/', "Port=$port", $dsn), getenv('PDOTEST_USER') ?: getenv('PDO_ODBC_TEST_USER'),
    getenv('PDOTEST_PASS') ?: getenv('PDO_ODBC_TEST_PASS'), [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$query = Async\spawn(function () use ($db, &$entered) {
    $statement = $db->prepare('SELECT 1');
    try {
        $entered = $db->exec('SELECT 1') !== false;
        $db->exec(odbc_endless());
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
    /* Nothing of the driver's is touched any more. */
    try {
        $statement->execute();
    } catch (PDOException $e) {
        echo 'the statement: ', $e->getCode(), "\n";
    }
});
odbc_wait_until(function () use (&$entered) {
    return $entered;
});
$watcher = odbc_plain();
odbc_wait_until(fn() => odbc_count_endless($watcher) == 1);
$silent = true;
$query->cancel();
odbc_outcome($query);
echo "active: {$db->getPool()->activeCount()}\n";

$silent = false;
echo Async\await(Async\spawn(fn() => $db->query('SELECT 2')->fetchColumn())), "\n";

/* The process ends although a thread has not come back. */
unset($db);
foreach ([$acceptor, ...$pumps] as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECTF--
Async\AsyncCancellation
the statement: %s
active: 0
2
