--TEST--
A connection that was left in the middle of a buffered result is closed
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = mysql_single();
foreach ([true, false] as $emulate) {
    $db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulate]);
    $before = run(fn() => mysql_id($db));
    /* Some rows come at once, the others much later. */
    $coroutine = Async\spawn(function () use ($db) {
        $stmt = $db->prepare("WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 300) SELECT REPEAT('x', 20000), IF(n < 200, 0, SLEEP(60)) FROM s");
        $stmt->execute();
    });
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $before AND state = 'User sleep'");
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    echo $db->query('SELECT 42')->fetchColumn(), "\n";
    var_dump(mysql_id($db) !== $before);
    try {
        $watcher->exec("KILL $before");
    } catch (PDOException) {
        /* The server noticed itself. */
    }
}
?>
--EXPECT--
42
bool(true)
42
bool(true)
