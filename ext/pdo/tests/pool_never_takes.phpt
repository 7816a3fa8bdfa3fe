--TEST--
PDO pool: what only asks takes no connection, and answers as a fresh object does
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory();
$ask = function () use ($db) {
    var_dump($db->inTransaction(), $db->errorCode(), $db->errorInfo());
    /* ODBC does not have it. */
    if ($db->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'odbc' && $db->lastInsertId() !== '0') {
        echo "lastInsertId() knows something\n";
    }
    try {
        $db->commit();
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
    try {
        $db->rollBack();
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
};
Async\await(Async\spawn($ask));
PDOPoolTest::counts($db);
?>
--EXPECT--
bool(false)
string(5) "00000"
array(3) {
  [0]=>
  string(5) "00000"
  [1]=>
  NULL
  [2]=>
  NULL
}
There is no active transaction
There is no active transaction
idle 0, active 0, created 0, destroyed 0
