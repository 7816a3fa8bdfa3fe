--TEST--
PDO pool: a fatal error in PDO::ATTR_POOL_CREDENTIALS while the constructor makes connections for PDO::ATTR_POOL_MIN
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
--INI--
memory_limit=32M
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';
/* The first connection is made by then, and no object refers to it. */
$calls = 0;
register_shutdown_function(function () {
    echo "\nThe request ends\n";
});
PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_CREDENTIALS => function () use (&$calls) {
    if (++$calls === 2) {
        str_repeat('x', 64 << 20);
    }
    return [getenv('PDOTEST_USER') ?: null, getenv('PDOTEST_PASS') ?: null];
}]);
?>
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted%s in %s on line %d

The request ends
