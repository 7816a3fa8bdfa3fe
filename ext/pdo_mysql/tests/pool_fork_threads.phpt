--TEST--
A forked child neither uses nor ends the connections of its parent, whose threads it has not
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
if (MySQLPDOTest::isPDOMySQLnd()) die('skip mysqlnd uses no threads');
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: what libraries keep for the threads of the parent is out of the child's reach. */
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
