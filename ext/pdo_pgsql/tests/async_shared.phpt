--TEST--
Two coroutines on one unpooled connection get an exception, not mixed packets
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
require __DIR__ . '/async.inc';
$watcher = pgsql_connect();
$db = pgsql_connect();
$pid = $db->query('SELECT pg_backend_pid()')->fetchColumn();
$key = pgsql_lock_key();
$watcher->exec("SELECT pg_advisory_lock($key)");
$first = Async\spawn(fn() => $db->query("SELECT 'first' FROM (SELECT pg_advisory_lock($key)) s")->fetchColumn());
pgsql_wait_until(pgsql_connect(), "SELECT count(*) = 1 FROM pg_locks WHERE pid = $pid AND NOT granted");
foreach (['query', 'exec', 'prepare', 'getNotify'] as $way) {
    try {
        match ($way) {
            'prepare' => $db->prepare('SELECT 1')->execute(),
            'getNotify' => $db->pgsqlGetNotify(PDO::FETCH_ASSOC),
            default => $db->$way('SELECT 2'),
        };
        echo "$way was let in\n";
    } catch (PDOException $e) {
        echo $way, ': ', $e->getMessage(), "\n";
        var_dump($e->getPrevious());
    }
}
$watcher->exec("SELECT pg_advisory_unlock($key)");
var_dump(Async\await($first));
var_dump($db->query('SELECT 3')->fetchColumn());
?>
--EXPECT--
query: This PostgreSQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
NULL
exec: This PostgreSQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
NULL
prepare: This PostgreSQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
NULL
getNotify: This PostgreSQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
NULL
string(5) "first"
int(3)
