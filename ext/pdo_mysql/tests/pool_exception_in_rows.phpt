--TEST--
An exception that leaves rows unread takes neither the transaction nor the session with it
--DESCRIPTION--
With the C client library the connection was given up, and with it the transaction, and it counted as lost.
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
$watcher->exec('DROP TABLE IF EXISTS pool_exception');
$watcher->exec('CREATE TABLE pool_exception (id INT)');
$lock = 'pool_exception_' . getmypid();

/* The last row comes when the watcher releases the lock: whoever waits for it must not keep the others waiting. */
function throw_in_rows(PDO $db, string $lock): never
{
    $rows = $db->prepare("WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 100) "
        . "SELECT REPEAT('x', 20000), IF(n < 100, 0, GET_LOCK('$lock', 60) + RELEASE_LOCK('$lock')) FROM s");
    $rows->execute();
    $rows->fetch();
    throw new Exception('on its way');
}

foreach ([true, false] as $emulate) {
    $db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulate, Pdo\Mysql::ATTR_USE_BUFFERED_QUERY => false]);
    $watcher->query("SELECT GET_LOCK('$lock', 0)")->fetchAll();
    $coroutine = Async\spawn(function () use ($db, $lock) {
        $db->exec('SET @pool_exception = 7');
        $db->beginTransaction();
        $db->exec('INSERT INTO pool_exception VALUES (1)');
        try {
            throw_in_rows($db, $lock);
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
        var_dump($db->commit());
        var_dump($db->query('SELECT @pool_exception')->fetchColumn() == 7);
    });
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock'");
    $watcher->query("SELECT RELEASE_LOCK('$lock')")->fetchAll();
    Async\await($coroutine);
    unset($coroutine);
    print_r(array_filter($db->getPool()->getStats()['destroyed']));
}
echo $watcher->query('SELECT COUNT(*) FROM pool_exception')->fetchColumn(), " rows\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_exception');
?>
--EXPECT--
on its way
bool(true)
bool(true)
Array
(
)
on its way
bool(true)
bool(true)
Array
(
)
2 rows
