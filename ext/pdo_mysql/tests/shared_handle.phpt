--TEST--
Two coroutines on one unpooled connection: the second is told what is wrong
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!MySQLPDOTest::isPDOMySQLnd()) die('skip the C library blocks, and all coroutines wait');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = mysql_single();
$db = mysql_single();
$id = mysql_id($db);
$lock = 'shared_handle_' . getmypid();
$watcher->query("SELECT GET_LOCK('$lock', 0)")->fetchAll();
$first = Async\spawn(fn() => $db->query("SELECT GET_LOCK('$lock', 60)")->fetchColumn());
mysql_wait_until(mysql_single(), "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id AND state = 'User lock'");
foreach (['query', 'exec', 'beginTransaction'] as $way) {
    try {
        $way === 'beginTransaction' ? $db->beginTransaction() : $db->$way('SELECT 2');
        echo "$way was let in\n";
    } catch (PDOException $e) {
        echo $way, ': ', $e->getMessage(), "\n";
    }
}
$watcher->query("SELECT RELEASE_LOCK('$lock')")->fetchAll();
var_dump(Async\await($first));

/* Without another coroutine the reason is what it always was. */
$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$rows = $db->query('SELECT 1 UNION SELECT 2');
try {
    $db->query('SELECT 3');
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
query: SQLSTATE[HY000]: General error: 2014 This MySQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
exec: SQLSTATE[HY000]: General error: 2014 This MySQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
beginTransaction: SQLSTATE[HY000]: General error: 2014 This MySQL connection is waiting for the result of another coroutine's command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED
int(1)
SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute.
