--TEST--
A forked child neither uses nor ends the connections of its parent
--EXTENSIONS--
pdo_mysql
async
pcntl
posix
openssl
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!MySQLPDOTest::isPDOMySQLnd()) die('skip for mysqlnd');
?>
--FILE--
<?php
require __DIR__ . '/pool_fork.inc';
?>
--EXPECT--
bool(true)
bool(true)
child: has its own
int(0)
bool(true)
bool(true)
child: has its own
int(0)
bool(true)
bool(true)
