--TEST--
lastInsertId() waits for nobody who has the connection next
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
$db = mysql_pool(1);
$db->exec('DROP TABLE IF EXISTS pool_id_waits');
$db->exec('CREATE TABLE pool_id_waits (id INT AUTO_INCREMENT PRIMARY KEY, v INT)');
$order = [];
$first = Async\spawn(function () use ($db, &$order) {
    /* In line while this one inserts; then the connection is its own, before it has run. */
    $next = Async\spawn(function () use ($db, &$order) {
        $db->beginTransaction();
        $db->query('SELECT SLEEP(0.05)')->fetchAll();
        $order[] = 'next';
        $db->commit();
    });
    $db->exec('INSERT INTO pool_id_waits (v) SELECT SLEEP(0.02)');
    $order[] = "id {$db->lastInsertId()}";
    Async\await($next);
    return $db->lastInsertId();
});
echo Async\await($first), ': ', implode(', ', $order), "\n";
$db->exec('DROP TABLE pool_id_waits');
?>
--EXPECT--
1: id 1, next
