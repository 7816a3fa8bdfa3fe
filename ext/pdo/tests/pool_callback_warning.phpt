--TEST--
PDO pool: a warning in a callable of the constructor is a warning, whoever makes the connection
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
/* In a constructor of PDO warnings are exceptions, and those of the program were, too. */
set_error_handler(function (int $level, string $message) {
    echo "$message\n";
    return true;
}, E_USER_WARNING);
foreach ([0, 1] as $min) {
    echo "POOL_MIN $min\n";
    $db = PDOPoolTest::factory([
        PDO::ATTR_POOL_MIN => $min,
        PDO::ATTR_POOL_INIT => function (PDO $db) {
            trigger_error('of the init callable', E_USER_WARNING);
        },
        PDO::ATTR_POOL_CREDENTIALS => function () {
            trigger_error('of the credentials', E_USER_WARNING);
            return [getenv('PDOTEST_USER') ?: null, getenv('PDOTEST_PASS') ?: null];
        },
    ]);
    echo $db->query('SELECT 1')->fetchColumn(), "\n";
    PDOPoolTest::counts($db);
}
?>
--EXPECT--
POOL_MIN 0
of the credentials
of the init callable
1
idle 1, active 0, created 1, destroyed 0
POOL_MIN 1
of the credentials
of the init callable
1
idle 1, active 0, created 1, destroyed 0
