--TEST--
nextRowset() on a statement that another coroutine reads changes nothing
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
$db = mysql_pool(1, [Pdo\Mysql::ATTR_USE_BUFFERED_QUERY => false]);
/* So large that each row is sent at once. */
$stmt = $db->query("SELECT n, REPEAT('x', 30000), SLEEP(0.02) FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) t");
$seen = [];
$reader = Async\spawn(function () use ($stmt, &$seen) {
    while ($row = $stmt->fetch(PDO::FETCH_ASSOC)) {
        $seen[] = $row['n'];
    }
});
Async\suspend();
try {
    $stmt->nextRowset();
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
Async\await($reader);
echo implode(' ', $seen), "\n";
?>
--EXPECT--
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
1 2 3 4
