--TEST--
The last words of the server are the error of every call that comes too late
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
$use = function (int $executions) use ($watcher) {
    $db = pgsql_pool();
    $stmt = $db->prepare('SELECT pg_backend_pid(), ?::int');
    for ($i = 0; $i < $executions; $i++) {
        $stmt->execute([1]);
        $pid = $stmt->fetchColumn();
    }
    $watcher->exec("SELECT pg_terminate_backend($pid)");
    pgsql_wait_until($watcher, "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = $pid");
    for ($i = 0; $i < 2; $i++) {
        try {
            $stmt->execute([2]);
            echo "no error\n";
        } catch (PDOException $e) {
            echo strtok($e->getMessage(), "\n"), "\n";
        }
    }
    var_dump($db->query('SELECT pg_backend_pid()')->fetchColumn() !== $pid);
};
/* Unnamed, then with its name in the batch, then by its name alone. */
foreach ([1, 2, 3] as $executions) {
    $use($executions);
    Async\await(Async\spawn(fn() => $use($executions)));
}
?>
--EXPECT--
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
