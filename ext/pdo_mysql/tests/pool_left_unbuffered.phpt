--TEST--
A statement whose transaction was left, and cannot be rolled back before its rows are read, says so
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
$watcher->exec('DROP TABLE IF EXISTS pool_left_unbuffered');
$watcher->exec('CREATE TABLE pool_left_unbuffered (n INT) ENGINE=InnoDB');
$db = mysql_pool(1, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
error_reporting(0);
[$insert, $rows] = Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $insert = $db->prepare('INSERT INTO pool_left_unbuffered VALUES (?)');
    $insert->execute([1]);
    $rows = $db->query('SELECT 1 UNION ALL SELECT 2');
    $rows->fetch();
    return [$insert, $rows];
}));
Async\delay(20);
try {
    $rows->fetchAll();
    $rows = null;
    $insert->execute([2]);
    echo "acknowledged\n";
} catch (PDOException $e) {
    echo strlen($e->getCode()) === 5 ? 'refused' : $e->getMessage(), "\n";
}
$insert = $rows = null;
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
echo $watcher->query('SELECT COUNT(*) FROM pool_left_unbuffered')->fetchColumn(), " rows\n";
$watcher->exec('DROP TABLE pool_left_unbuffered');
?>
--EXPECT--
refused
0 rows
