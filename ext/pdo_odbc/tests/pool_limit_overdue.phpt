--TEST--
ODBC pool: a call that the driver does not end is given up in time although the event loop was late for its limit
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: the driver has a second');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* Between driver and server; from $silent on all is swallowed, also of the connection that would carry a cancel. */
$silent = false;
$swallowed = 0;
$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN');
preg_match('/Port=(\d+)/', $dsn, $match);
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($proxy, false))[1];
$pass = function ($from, $to) use (&$silent, &$swallowed) {
    while (($data = fread($from, 8192)) !== '' && $data !== false) {
        $silent ? $swallowed += strlen($data) : @fwrite($to, $data);
    }
};
$acceptor = Async\spawn(function () use ($proxy, $match, $pass, &$pumps, &$sockets) {
    while ($client = stream_socket_accept($proxy, 600)) {
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$match[1]")];
        $pumps[] = Async\spawn(fn() => $pass($client, $server));
        $pumps[] = Async\spawn(fn() => $pass($server, $client));
    }
});
$db = odbc_make([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 300],
    preg_replace('/Port=\d+/', "Port=$port", $dsn));
$query = Async\spawn(function () use ($db, &$silent) {
    $db->exec('SELECT 1');
    $silent = true;
    try {
        $db->exec('SELECT 2');
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
});
odbc_wait_until(function () use (&$swallowed) {
    return $swallowed > 0;
});

/* In an output handler nothing else can run: until the limit, and the second that the driver has after it, are over. */
ob_start(function (string $output) {
    usleep(1_400_000);
    return $output;
});
ob_end_clean();
Async\await_all([$query, Async\spawn(function () {
    Async\delay(500);
    echo "much later\n";
})]);

$silent = false;
[$three, $session] = Async\await(Async\spawn(fn() => [$db->query('SELECT 3')->fetchColumn(), odbc_session($db)]));
echo $three, "\n";

/* The proxy has to work until the connection is closed. */
$watcher = odbc_plain();
unset($db);
odbc_wait_until(fn() => !odbc_has_session($watcher, $session));
foreach ([$acceptor, ...$pumps] as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECT--
HYT00
much later
3
