--TEST--
PDO pool: errorInfo() tells why a call has got no connection
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1]);
$db->beginTransaction();
Async\await(Async\spawn(function () use ($db) {
    foreach (['exec', 'query', 'prepare'] as $method) {
        try {
            $db->$method('SELECT 1');
        } catch (PDOException $e) {
            var_dump($db->errorCode() === 'HYT00' && $db->errorInfo() == $e->errorInfo);
        }
    }
    var_dump($db->inTransaction(), $db->errorCode());
}));
$db->rollBack();
PDOPoolTest::touch($db);
PDOPoolTest::counts($db);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
string(5) "HYT00"
idle 1, active 0, created 1, destroyed 0
