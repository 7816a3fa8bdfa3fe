--TEST--
PDO pool: an object that has a pool cannot be constructed again
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::touch($db);
try {
    $db->__construct(PDOPoolTest::dsn());
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
PDOPoolTest::touch($db);
PDOPoolTest::counts($db);
?>
--EXPECT--
A PDO object with a connection pool cannot be constructed again
idle 1, active 0, created 1, destroyed 0
