--TEST--
A statement that goes while another coroutine uses its connection is freed afterwards
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
$db = mysql_pool(2, [PDO::ATTR_EMULATE_PREPARES => false]);
$watcher = mysql_single();

/* One coroutine is in a query on the connection of a statement that another one holds. */
function beside_a_query(PDO $db, PDO $watcher, Closure $free): void
{
    $resets = $db->getPool()->getStats()['resets'];
    $holder = new stdClass;
    $holder->stmt = null;
    $query = Async\spawn(function () use ($db, $holder) {
        $db->beginTransaction();
        $holder->stmt = $db->prepare('SELECT ?');
        $holder->stmt->execute(['held']);
        /* So large that each row is sent at once: the client is in the middle of a result. */
        $rows = $db->query("SELECT n, REPEAT('x', 30000), SLEEP(0.05) FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) t")->fetchAll(PDO::FETCH_COLUMN);
        $db->commit();
        return $rows;
    });
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep'");
    Async\delay(70);
    $free($holder);
    unset($holder);
    echo implode(' ', Async\await($query)), "\n";
    /* What it had on the server may still be there, so that the session is reset when its coroutine ends. */
    while ($db->getPool()->getStats()['resets'] === $resets) {
        Async\delay(1);
    }
}

beside_a_query($db, $watcher, function ($holder) {
    $holder->stmt = null;
});
beside_a_query($db, $watcher, function ($holder) {
    try {
        (function () use ($holder) {
            $stmt = $holder->stmt;
            $holder->stmt = null;
            throw new Exception('on its way');
        })();
    } catch (Exception) {
    }
});
beside_a_query($db, $watcher, function ($holder) {
    $cycle = new stdClass;
    $cycle->itself = $cycle;
    $cycle->stmt = $holder->stmt;
    $holder->stmt = null;
    unset($cycle);
    gc_collect_cycles();
});
?>
--EXPECT--
1 2 3
1 2 3
1 2 3
