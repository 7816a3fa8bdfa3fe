--TEST--
A kept statement that the server cannot prepare again by itself (1615) is prepared and run anew, once
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!preg_match('/host=[^;]/', PDO_MYSQL_TEST_DSN)) die('skip the server is not reached by TCP');
if (!function_exists('proc_open')) die('skip needs proc_open()');
?>
--FILE--
<?php
/* A server says so when a table changes again and again while it prepares, which cannot be brought about: a proxy says it. */
require __DIR__ . '/pool.inc';
require __DIR__ . '/command_log.inc';

$log = new CommandLog();
$db = mysql_pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 2, PDO::ATTR_EMULATE_PREPARES => false,
    PDO::ATTR_STRINGIFY_FETCHES => true], $log->dsn);
$db->exec('DROP TABLE IF EXISTS pool_reprepare');
$db->exec('CREATE TABLE pool_reprepare (a INT PRIMARY KEY, b INT)');
$db->exec('INSERT INTO pool_reprepare VALUES (1, 0)');
$add = function (int $n) use ($db, $log): void {
    $log->read();
    try {
        $stmt = $db->prepare('UPDATE pool_reprepare SET b = b + ? WHERE a = 1');
        $stmt->execute([$n]);
        echo $stmt->rowCount();
        unset($stmt);
    } catch (PDOException $e) {
        echo $e->errorInfo[1];
    }
    echo ' ', $log->read(), ', ', $db->query('SELECT b FROM pool_reprepare')->fetchColumn(), "\n";
};
$add(1);
$log->refuse(1615);
$add(10);
$add(100);
echo "in a transaction\n";
$db->beginTransaction();
$log->refuse(1615);
$add(1000);
$db->commit();
$add(10000);
echo "another error\n";
$log->refuse(1105);
$add(100000);
$add(1000000);
$db->exec('DROP TABLE pool_reprepare');
?>
--EXPECT--
1 PREPARE EXECUTE, 1
1 EXECUTE PREPARE EXECUTE, 11
1 EXECUTE, 111
in a transaction
1 EXECUTE PREPARE EXECUTE, 1111
1 EXECUTE, 11111
another error
1105 EXECUTE, 11111
1 PREPARE EXECUTE, 1011111
