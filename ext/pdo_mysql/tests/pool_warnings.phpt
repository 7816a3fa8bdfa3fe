--TEST--
getWarningCount() takes no connection and tells of the coroutine's own last statement
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
var_dump($db->getWarningCount(), $db->getPool()->count());
run(function () use ($db) {
    $db->exec('DO 1 / 0');
    var_dump($db->getWarningCount());
    $db->exec('DO 1');
    var_dump($db->getWarningCount());
});
run(function () use ($db) {
    $db->query('SELECT 1 / 0')->fetchAll();
    var_dump($db->getWarningCount());
});
run(function () use ($db) {
    var_dump($db->getWarningCount());
});
?>
--EXPECT--
int(0)
int(0)
int(1)
int(0)
int(1)
int(0)
