--TEST--
ODBC pool: the limit of acquiring holds while an idle connection is asked whether it is alive and the server is silent
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: the connection is idle for a second');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* Between driver and server. What is asked from $holds on comes later. */
$holds = false;
$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN');
preg_match('/Port=(\d+)/', $dsn, $match);
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($proxy, false))[1];
$pass = function ($from, $to) use (&$holds) {
    while (($data = fread($from, 8192)) !== '' && $data !== false) {
        while ($holds) {
            Async\delay(1);
        }
        @fwrite($to, $data);
    }
};
$acceptor = Async\spawn(function () use ($proxy, $match, $pass, &$pumps, &$sockets) {
    while ($client = stream_socket_accept($proxy, 600)) {
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$match[1]")];
        $pumps[] = Async\spawn(fn() => $pass($client, $server));
        $pumps[] = Async\spawn(fn() => $pass($server, $client));
    }
});
$db = odbc_make([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1000], preg_replace('/Port=\d+/', "Port=$port", $dsn));
$ask = fn(int $n) => Async\spawn(fn() => $db->query("SELECT $n")->fetchColumn());
echo Async\await($ask(1)), "\n";

/* Longer than a connection is trusted. */
Async\delay(1100);
$holds = true;
$later = Async\spawn(function () {
    Async\delay(1700);
    echo "much later\n";
});
try {
    Async\await($ask(2));
} catch (PDOException $e) {
    echo $e->getCode(), "\n";
}
Async\await($later);
$holds = false;
$destroyed = $db->getPool()->getStats()['destroyed'];
echo "interrupted: $destroyed[interrupted], lost: $destroyed[lost]\n";
[$three, $session] = Async\await(Async\spawn(fn() => [$db->query('SELECT 3')->fetchColumn(), odbc_session($db)]));
echo $three, "\n";

/* The proxy has to work until the connection is closed. */
$watcher = odbc_plain();
unset($db, $ask);
odbc_wait_until(fn() => !odbc_has_session($watcher, $session));
foreach ([$acceptor, ...$pumps] as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECT--
1
HYT00
much later
interrupted: 1, lost: 0
3
