--TEST--
Several hosts in the data source: dead ones, silent ones and unknown ones are passed over, each within its own time
--EXTENSIONS--
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require_once __DIR__ . '/../../pdo/tests/pdo_test.inc';
PDOTest::skip();
if (!preg_match('/\bport=\d+/', getenv('PDOTEST_DSN') ?: $config['ENV']['PDOTEST_DSN'])) die('skip the data source has no port');
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
preg_match('/\bhost=([^ ;]+)/', getenv('PDOTEST_DSN'), $host);
preg_match('/\bport=(\d+)/', getenv('PDOTEST_DSN'), $port);
[$host, $port] = [$host[1], $port[1]];
$rest = preg_replace('/\b(host|hostaddr|port)=[^ ;]*/', '', getenv('PDOTEST_DSN'));
/* It accepts in the kernel only, and never says anything. */
$silent = stream_socket_server('tcp://127.0.0.1:0');
$mute = explode(':', stream_socket_get_name($silent, false))[1];
/* Nobody listens there. */
$dead = stream_socket_server('tcp://127.0.0.1:0');
$closed = explode(':', stream_socket_get_name($dead, false))[1];
fclose($dead);

$try = function (string $hosts) use ($rest): string {
    $db = new PDO("$rest $hosts", getenv('PDOTEST_USER') ?: null, getenv('PDOTEST_PASS') ?: null,
        [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_TIMEOUT => 2]);
    $ticks = 0;
    $ticker = Async\spawn(function () use (&$ticks) {
        for (;; $ticks++) {
            Async\delay(10);
        }
    });
    try {
        $port = Async\await(Async\spawn(fn() => $db->query('SELECT inet_server_port()')->fetchColumn()));
    } catch (PDOException $e) {
        $port = $e->getMessage();
    }
    $ticker->cancel();
    return $ticks > 20 ? "$port, others ran" : $port;
};
$show = fn(string $text) => str_replace([$port, $closed, $mute, "\n"], ['PORT', 'CLOSED', 'MUTE', ' '], $text) . "\n";

echo 'refused first: ', $show($try("host=$host,$host port=$closed,$port"));
echo 'silent first: ', $show($try("host=$host,$host port=$mute,$port"));
echo 'silent, refused, unknown: ', $show($try("host=$host,$host,no-such-host.invalid,$host port=$mute,$closed,$port,$port"));
echo 'addresses: ', $show($try("hostaddr=127.0.0.1,127.0.0.1 port=$mute,$port"));
echo 'addresses and names: ', $show($try("host=a.invalid,b.invalid hostaddr=127.0.0.1,127.0.0.1 port=$mute,$port"));
/* No standby: the server will do, although the one after it has not answered. */
echo 'prefer-standby: ', $show($try("host=$host,$host port=$port,$mute target_session_attrs=prefer-standby"));
echo 'standby: ', preg_match('/standby|recovery/', $try("host=$host,$host port=$closed,$port target_session_attrs=standby")), "\n";
$error = $try("host=$host,$host port=$closed,$mute");
echo 'none: ', json_encode([str_contains($error, 'refused'), str_contains($error, 'timeout expired')]), "\n";
?>
--EXPECT--
refused first: PORT
silent first: PORT, others ran
silent, refused, unknown: PORT, others ran
addresses: PORT, others ran
addresses and names: PORT, others ran
prefer-standby: PORT, others ran
standby: 1
none: [true,true]
