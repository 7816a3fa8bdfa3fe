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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::touch($db);
$db->getPool()->close();
Async\await(Async\spawn(function () use ($db) {
    var_dump($db->errorCode());
    foreach (['exec', 'query', 'prepare'] as $method) {
        try {
            $db->$method('SELECT 1');
        } catch (PDOException $e) {
            var_dump($db->errorCode() === '08004' && $db->errorInfo() == $e->errorInfo);
        }
    }
}));
/* The state is that of the coroutine. */
var_dump($db->errorCode());
PDOPoolTest::counts($db);
?>
--EXPECT--
string(5) "00000"
bool(true)
bool(true)
bool(true)
string(5) "00000"
idle 0, active 0, created 1, destroyed 1
