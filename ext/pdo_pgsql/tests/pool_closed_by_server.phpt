--TEST--
A session that the server ends is followed by a new one, without an error in between
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
$end = function () {
    $db = pgsql_pool(1, class: Pdo\Pgsql::class);
    $pid = $db->getPid();
    try {
        $db->exec('SELECT pg_terminate_backend(pg_backend_pid())');
        echo "no error\n";
    } catch (PDOException $e) {
        echo strtok($e->getMessage(), "\n"), "\n";
    }
    var_dump($db->query('SELECT pg_backend_pid()')->fetchColumn() !== $pid, $db->getPool()->count());

    /* Told in a wait for something else, and followed by the end of the connection. The new session has the setting, too: what
     * follows must come in time. */
    $db->exec("SET idle_session_timeout = '1500ms'");
    $pid = $db->getPid();
    try {
        $db->getNotify(PDO::FETCH_ASSOC, 60000);
    } catch (PDOException) {
        /* Only when both come at once. */
    }
    var_dump($db->query('SELECT pg_backend_pid()')->fetchColumn() !== $pid, $db->getPool()->count());
};
$end();
Async\await(Async\spawn($end));
?>
--EXPECT--
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
int(1)
bool(true)
int(1)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
int(1)
bool(true)
int(1)
