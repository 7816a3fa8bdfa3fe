--TEST--
A connection whose query was cancelled is closed, and nothing runs twice
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
$watcher->exec('CREATE TABLE pool_cancel_runs (way text)');
$db = pgsql_pool(max: 1);
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
foreach (['exec', 'query', 'twice'] as $way) {
    $before = Async\await(Async\spawn($pid));
    $coroutine = Async\spawn(function () use ($db, $way, $pid, $before) {
        $sql = "WITH s AS MATERIALIZED (SELECT pg_sleep(?)) INSERT INTO pool_cancel_runs SELECT '$way' FROM s";
        try {
            if ($way === 'twice') {
                $stmt = $db->prepare($sql);
                $stmt->execute([0]);
                $stmt->execute([60]);
            } else {
                $db->$way(str_replace('?', '60', $sql));
            }
        } catch (Throwable $e) {
            echo $way, ': ', get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
            unset($stmt);
            var_dump($pid() !== $before);
        }
    });
    pgsql_wait_until($watcher, "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $before");
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    var_dump(Async\await(Async\spawn($pid)) !== $before);
    $watcher->exec("SELECT pg_terminate_backend($before)");
}
print_r($watcher->query('SELECT way, count(*) FROM pool_cancel_runs GROUP BY way')->fetchAll(PDO::FETCH_KEY_PAIR));
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS pool_cancel_runs');
?>
--EXPECT--
exec: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
query: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
twice: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
Array
(
    [twice] => 1
)
