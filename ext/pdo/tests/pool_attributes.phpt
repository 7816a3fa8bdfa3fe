--TEST--
PDO pool: a bad constructor option is a ValueError that names the attribute
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

$bad = [
    [PDO::ATTR_POOL_ENABLED => 'perhaps'],
    [PDO::ATTR_POOL_ENABLED => 2],
    [PDO::ATTR_POOL_ENABLED => []],
    [PDO::ATTR_POOL_MIN => -1],
    [PDO::ATTR_POOL_MIN => 1.5],
    [PDO::ATTR_POOL_MAX => 0],
    [PDO::ATTR_POOL_MAX => null],
    [PDO::ATTR_POOL_MIN => 4, PDO::ATTR_POOL_MAX => 3],
    [PDO::ATTR_POOL_MIN => 11],
    [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => -1],
    [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 'soon'],
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_PERSISTENT => true],
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_PERSISTENT => 'key'],
];
foreach ($bad as $options) {
    try {
        PDOPoolTest::factory($options);
        echo "no error\n";
    } catch (ValueError | PDOException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

/* A bad value is one even where there is no pool. */
try {
    PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_POOL_MAX => -3]);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => '1', PDO::ATTR_POOL_MIN => 0, PDO::ATTR_POOL_MAX => '7',
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1500]);
foreach (['ENABLED', 'MIN', 'MAX', 'HEALTHCHECK_INTERVAL', 'ACQUIRE_TIMEOUT'] as $name) {
    echo $name, ': ';
    var_dump($db->getAttribute(constant("PDO::ATTR_POOL_$name")));
}
try {
    $db->setAttribute(PDO::ATTR_POOL_MAX, 3);
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
/* Nothing of this needed a connection. */
PDOPoolTest::counts($db);
?>
--EXPECT--
ValueError: PDO::ATTR_POOL_ENABLED must be true or false
ValueError: PDO::ATTR_POOL_ENABLED must be true or false
ValueError: PDO::ATTR_POOL_ENABLED must be true or false
ValueError: PDO::ATTR_POOL_MIN must be an integer between 0 and 1000000
ValueError: PDO::ATTR_POOL_MIN must be an integer between 0 and 1000000
ValueError: PDO::ATTR_POOL_MAX must be an integer between 1 and 1000000
ValueError: PDO::ATTR_POOL_MAX must be an integer between 1 and 1000000
ValueError: PDO::ATTR_POOL_MIN must be less than or equal to PDO::ATTR_POOL_MAX, which is 3
ValueError: PDO::ATTR_POOL_MIN must be less than or equal to PDO::ATTR_POOL_MAX, which is 10
ValueError: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL must be an integer between 0 and 2147483647
ValueError: PDO::ATTR_POOL_ACQUIRE_TIMEOUT must be an integer between 0 and 2147483647
PDOException: PDO::ATTR_POOL_ENABLED cannot be combined with PDO::ATTR_PERSISTENT
PDOException: PDO::ATTR_POOL_ENABLED cannot be combined with PDO::ATTR_PERSISTENT
PDO::ATTR_POOL_MAX must be an integer between 1 and 1000000
ENABLED: bool(true)
MIN: int(0)
MAX: int(7)
HEALTHCHECK_INTERVAL: int(0)
ACQUIRE_TIMEOUT: int(1500)
SQLSTATE[HY000]: General error: PDO::ATTR_POOL_* attributes can be set in the constructor only
idle 0, active 0, created 0, destroyed 0
