--TEST--
PDO pool: php.ini can ask for a pool, and leaves an ordinary handle where none is possible
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

ini_set('pdo.pool_enabled', '1');
ini_set('pdo.pool_max', '4');
var_dump(ini_set('pdo.pool_max', '0'), ini_set('pdo.pool_min', '-1'));

$make = function (array $options) {
    return new PDO(PDOPoolTest::dsn(), getenv('PDOTEST_USER') ?: null, getenv('PDOTEST_PASS') ?: null,
        $options + (getenv('PDOTEST_ATTR') ? unserialize(getenv('PDOTEST_ATTR')) : []));
};
$db = $make([]);
var_dump($db->getAttribute(PDO::ATTR_POOL_ENABLED), $db->getAttribute(PDO::ATTR_POOL_MAX));
/* Such code expects its constructor to connect. */
PDOPoolTest::counts($db);

/* The constructor's word counts more. */
var_dump($make([PDO::ATTR_POOL_MAX => 2])->getAttribute(PDO::ATTR_POOL_MAX));
var_dump($make([PDO::ATTR_POOL_ENABLED => false])->getPool());
var_dump($make([PDO::ATTR_PERSISTENT => true])->getPool());
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
int(4)
idle 1, active 0, created 1, destroyed 0
int(2)
NULL
NULL
