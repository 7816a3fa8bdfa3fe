--TEST--
A setting that one coroutine makes does not commit the work of another one
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
$watcher->exec('DROP TABLE IF EXISTS pool_settings_wait');
$watcher->exec('CREATE TABLE pool_settings_wait (a INT) ENGINE=InnoDB');
foreach (['a transaction' => true, 'no autocommit' => false] as $what => $begins) {
    $db = mysql_pool(2, [PDO::ATTR_AUTOCOMMIT => 0]);
    $works = Async\spawn(function () use ($db, $begins) {
        if ($begins) {
            $db->beginTransaction();
        }
        $db->exec('INSERT INTO pool_settings_wait VALUES (1)');
        Async\suspend();
        Async\await(Async\spawn(fn() => $db->setAttribute(PDO::ATTR_AUTOCOMMIT, 1)));
        $db->query('SELECT 1')->fetchAll();
        if ($begins) {
            $db->rollBack();
        } else {
            $db->exec('ROLLBACK');
        }
        return $db->query('SELECT @@autocommit')->fetchColumn();
    });
    echo $what, ': autocommit ', Async\await($works), ', ',
        $watcher->query('SELECT COUNT(*) FROM pool_settings_wait')->fetchColumn(), " rows\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_settings_wait');
?>
--EXPECT--
a transaction: autocommit 1, 0 rows
no autocommit: autocommit 1, 0 rows
