--TEST--
PDO pool: PDO::ATTR_TIMEOUT bounds a connect, also when the server accepts and says nothing, or stops in the middle
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() === 'none' || !preg_match('/\bport=\d+/i', PDOPoolTest::dsn())) die('skip no server with a port');
if (str_contains(PDOPoolTest::dsn(), 'host=/')) die('skip a unix socket has no port');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

/* In front of the server: of each connection it lets so many bytes through from there. */
preg_match('/\bport=(\d+)/i', PDOPoolTest::dsn(), $match);
$port = (int) $match[1];
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$proxyPort = (int) explode(':', stream_socket_get_name($proxy, false))[1];
$bytes = 0;
$acceptor = Async\spawn(function () use ($proxy, $port, &$bytes, &$pumps, &$sockets) {
    while ($client = @stream_socket_accept($proxy, 600)) {
        $left = $bytes;
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$port")];
        $pumps[] = Async\spawn(function () use ($client, $server) {
            while (($data = fread($client, 8192)) !== '' && $data !== false) {
                @fwrite($server, $data);
            }
        });
        $pumps[] = Async\spawn(function () use ($client, $server, &$left) {
            while ($left > 0 && ($data = fread($server, min($left, 8192))) !== '' && $data !== false) {
                $left -= strlen($data);
                @fwrite($client, $data);
            }
        });
    }
});

$others = 0;
$ticker = Async\spawn(function () use (&$others) {
    while (true) {
        Async\delay(10);
        $others++;
    }
});
$dsn = preg_replace('/\bport=\d+/i', "port=$proxyPort", PDOPoolTest::dsn());
$connect = fn(?int $timeout) => PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]
    + ($timeout ? [PDO::ATTR_TIMEOUT => $timeout] : []), dsn: $dsn);
foreach (['says nothing' => 0, 'stops after a byte' => 1, 'stops in its first words' => 30, 'stops in the middle' => 90] as $what => $bytes) {
    $db = $connect(1);
    Async\await(Async\spawn(function () use ($db, $what, &$others) {
        $start = hrtime(true);
        $before = $others;
        try {
            PDOPoolTest::touch($db);
            echo "$what: connected\n";
        } catch (PDOException $e) {
            $ms = (hrtime(true) - $start) / 1e6;
            echo "$what: ", in_array($e->getCode(), ['HYT00', '08006', '08001', 7], true) ? 'time-out' : $e->getMessage();
            echo $ms < 900 || $ms > 20000 ? " after $ms ms" : '', $others - $before > 10 ? '' : ', all waited', "\n";
        }
        $stats = $db->getPool()->getStats();
        echo "  idle $stats[idle], active $stats[active], connecting $stats[connecting]\n";
    }));
    $db = null;
}
/* With all of the bytes it connects. */
$bytes = PHP_INT_MAX;
$db = $connect(30);
var_dump(Async\await(Async\spawn(fn() => PDOPoolTest::touch($db) !== false)));
$db = null;
foreach ([$ticker, $acceptor, ...$pumps] as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECT--
says nothing: time-out
  idle 0, active 0, connecting 0
stops after a byte: time-out
  idle 0, active 0, connecting 0
stops in its first words: time-out
  idle 0, active 0, connecting 0
stops in the middle: time-out
  idle 0, active 0, connecting 0
bool(true)
