--TEST--
A fatal error while the main script waits for the server ends the script, and nothing else
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: what the stack of the main script held in the reactor is lost with it. */
require __DIR__ . '/pool.inc';
$db = mysql_pool();
Async\spawn(function () {
    Async\delay(20);
    eval('class Twice { function a() {} function a() {} }');
});
$db->exec('DO SLEEP(60)');
echo "not reached\n";
?>
--EXPECTF--
Fatal error: Cannot redeclare Twice::a() in %s : eval()'d code on line 1
