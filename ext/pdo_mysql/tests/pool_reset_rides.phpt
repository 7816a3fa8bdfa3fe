--TEST--
With mysqlnd a reset is one wait with what follows it, or is written in front of the next command and is none
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!str_contains(MySQLPDOTest::factory()->getAttribute(PDO::ATTR_CLIENT_VERSION), 'mysqlnd')) {
    die('skip needs mysqlnd');
}
if (!PDO_MYSQL_TEST_PORT || !PDO_MYSQL_TEST_HOST) {
    die('skip needs TCP');
}
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* A proxy that notes what the client writes in one go, as a list of commands. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($server, false))[1];
$writes = [];
$copy = function ($from, $to, ?array &$writes = null) {
    $is_greeting = true;
    while (($data = fread($from, 65536)) !== false && $data !== '') {
        if ($writes !== null && !$is_greeting) {
            $commands = [];
            for ($i = 0; $i < strlen($data); $i += 4 + $length) {
                $length = unpack('V', substr($data, $i, 3) . "\0")[1];
                $commands[] = match (ord($data[$i + 4])) {
                    1 => 'QUIT', 2 => 'INIT_DB', 3 => trim(substr($data, $i + 5, 9)), 0x16 => 'PREPARE', 0x1f => 'RESET', default => 'other',
                };
            }
            $writes[] = implode(', ', $commands);
        }
        $is_greeting = false;
        fwrite($to, $data);
    }
    @stream_socket_shutdown($to, STREAM_SHUT_WR);
};
$proxy = Async\spawn(function () use ($server, $copy, &$writes) {
    while ($client = @stream_socket_accept($server, 600)) {
        $upstream = stream_socket_client('tcp://' . PDO_MYSQL_TEST_HOST . ':' . PDO_MYSQL_TEST_PORT);
        Async\spawn(function () use ($copy, $client, $upstream, &$writes) {
            $copy($client, $upstream, $writes);
        });
        Async\spawn(fn() => $copy($upstream, $client));
    }
});
$dsn = "mysql:host=127.0.0.1;port=$port;dbname=" . PDO_MYSQL_TEST_DB;
$show = function (string $title) use (&$writes) {
    echo rtrim("$title\n  " . implode("\n  ", $writes)), "\n";
    $writes = [];
};
$ask = fn(PDO $db) => run(fn() => $db->query('SELECT 1')->fetchColumn());

$db = mysql_pool(1, [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS], $dsn);
$ask($db);
$writes = [];
$ask($db);
$show('The first reset of a connection');
$ask($db);
$show('Others');
run(fn() => $db->exec('DO 1'));
$show('exec()');
run(fn() => $db->beginTransaction() && $db->commit());
$show('beginTransaction()');
run(fn() => $db->quote("it's"));
$show('A call that sends nothing');
run(fn() => [$db->query('SELECT 1')->fetchAll(), $db->query('SELECT 2')->fetchAll()]);
$show('Two statements of one coroutine');
run(fn() => $db->exec('SET @a = 1'));
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
$show('A changed session, which is reset at once');
$ask($db);
$show('It is not reset again');
run(fn() => $db->exec('USE information_schema'));
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
$show('Another database');
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
run(fn() => $db->query('SELECT 1')->fetchAll());
echo "A statement that the server prepares\n  $writes[0]\n";
$writes = [];
echo 'resets: ', $db->getPool()->getStats()['resets'], ', connections: ', $db->getPool()->getStats()['created'], "\n";
$db = null;

$db = mysql_pool(1, [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS], $dsn);
$db->exec("SET SESSION time_zone = '+01:00'");
$ask($db);
$ask($db);
$writes = [];
$ask($db);
$show('Setup of the user, which may fail, is waited for');
$db = null;
$proxy->cancel();
?>
--EXPECT--
The first reset of a connection
  RESET, SET NAMES
  SELECT 1
Others
  RESET, SET NAMES, SELECT 1
exec()
  RESET, SET NAMES, DO 1
beginTransaction()
  RESET, SET NAMES, START TRA
  COMMIT
A call that sends nothing
Two statements of one coroutine
  RESET, SET NAMES, SELECT 1
  SELECT 2
A changed session, which is reset at once
  RESET, SET NAMES, SET @a =
  RESET, SET NAMES
It is not reset again
  SELECT 1
Another database
  RESET, SET NAMES, USE infor
  RESET, INIT_DB, SET NAMES
A statement that the server prepares
  RESET, SET NAMES, PREPARE
resets: 11, connections: 1
Setup of the user, which may fail, is waited for
  RESET, SET NAMES
  SELECT 1
