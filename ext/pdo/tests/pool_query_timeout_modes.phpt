--TEST--
PDO pool: a time-out of a query is reported by the error mode that is set, and loses a transaction
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (!PDOPoolTest::slowQuery()) die('skip no query can be stopped');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$slow = PDOPoolTest::slowQuery();
$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_query_timeout', 'id INTEGER');
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 600]);

$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
var_dump($db->exec($slow), $db->query($slow));
echo implode(' ', $db->errorInfo()), "\n";
/* SQLite finds the rows when they are fetched. */
$statement = $db->prepare($slow);
var_dump($statement->execute() && $statement->fetch());
echo implode(' ', $statement->errorInfo()), "\n";
$statement = null;

$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
var_dump($db->exec($slow));

$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
Async\await(Async\spawn(function () use ($db, $slow) {
    $db->beginTransaction();
    $db->exec('INSERT INTO pool_query_timeout VALUES (1)');
    foreach ([$slow, 'INSERT INTO pool_query_timeout VALUES (2)'] as $sql) {
        try {
            $db->exec($sql);
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    var_dump($db->inTransaction());
    try {
        $db->commit();
    } catch (PDOException $e) {
        echo 'commit: ', $e->getCode(), "\n";
    }
    var_dump($db->inTransaction());
    $db->exec('INSERT INTO pool_query_timeout VALUES (3)');
}));
echo implode(' ', $plain->query('SELECT id FROM pool_query_timeout')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$plain->exec('DROP TABLE pool_query_timeout');
PDOPoolTest::counts($db);
?>
--EXPECTF--
bool(false)
bool(false)
HYT00 0 The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
bool(false)
HYT00 0 The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)

Warning: PDO::exec(): SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms) in %s on line %d
bool(false)
SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
SQLSTATE[08007]: Connection failure during transaction: The transaction was lost with its connection: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
bool(true)
commit: 08007
bool(false)
3
idle 1, active 0, created 6, destroyed 5
