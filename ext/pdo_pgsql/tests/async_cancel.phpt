--TEST--
A cancelled query leaves its exception outermost and the connection usable
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
$watcher->exec('CREATE TABLE async_cancel_runs (n int)');
$key = pgsql_lock_key();
$pid = $db->query('SELECT pg_backend_pid()')->fetchColumn();
foreach (['exec', 'query', 'prepare'] as $way) {
    $watcher->exec("SELECT pg_advisory_lock($key)");
    $coroutine = Async\spawn(function () use ($db, $way, $key) {
        $sql = "INSERT INTO async_cancel_runs SELECT 1 FROM (SELECT pg_advisory_xact_lock($key)) s";
        try {
            $way === 'prepare' ? $db->prepare($sql)->execute() : $db->$way($sql);
        } catch (Throwable $e) {
            echo $way, ': ', get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
        }
    });
    pgsql_wait_until($watcher, "SELECT count(*) = 1 FROM pg_locks WHERE pid = $pid AND NOT granted");
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    $watcher->exec("SELECT pg_advisory_unlock($key)");
    /* The next command waits for what is still under way. */
    var_dump($db->query('SELECT 42')->fetchColumn());
}
/* Nothing ran twice. */
var_dump($watcher->query('SELECT count(*) FROM async_cancel_runs')->fetchColumn());
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS async_cancel_runs');
?>
--EXPECT--
exec: Async\AsyncCancellation, previous: null
int(42)
query: Async\AsyncCancellation, previous: null
int(42)
prepare: Async\AsyncCancellation, previous: null
int(42)
int(3)
