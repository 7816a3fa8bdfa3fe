--TEST--
What each way to change a session of MySQL comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (stripos(MySQLPDOTest::factory()->getAttribute(PDO::ATTR_SERVER_VERSION), 'maria') !== false) {
    die('skip needs MySQL');
}
?>
--FILE--
<?php
$title = 'MySQL';
require __DIR__ . '/pool_matrix.inc';
?>
--EXPECT--
matrix: MySQL
exec | reset | reset
prepare | reset | reset
second of two | reset | reset
first of two | reset | reset
behind a comment | reset | reset
in a versioned comment | reset | reset
function | reset | reset
function, prepared | reset | reset
function in quotes | reset | reset
function in WHERE | reset | reset
procedure | reset | reset
prepared as text | reset | reset
function in a derived table | reset | reset
trigger | LEAK (lock); reset (variable, setting, time zone, mode, table) | reset
view | LEAK (variable, setting, time zone, table, lock); clean (mode) | reset
cases: 90, leaks with ALWAYS: 0
