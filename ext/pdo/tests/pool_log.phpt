--TEST--
PDO pool: pdo.pool_log writes a line for each connect, close, time-out and leak
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

$log = sys_get_temp_dir() . '/pdo_pool_log_' . getmypid();
ini_set('error_log', $log);
ini_set('log_errors', '0');
PDOPoolTest::touch(PDOPoolTest::factory());
var_dump(file_exists($log));

ini_set('pdo.pool_log', '1');
$db = PDOPoolTest::factory([PDO::ATTR_POOL_NAME => 'shop', PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20]);
$db->beginTransaction();
PDOPoolTest::outcome(Async\spawn(fn() => PDOPoolTest::touch($db)));
$db->rollBack();
$db->getPool()->retireAll();
unset($db);
$other = PDOPoolTest::factory();
PDOPoolTest::touch($other);
unset($other);
ini_set('pdo.pool_log', '0');
echo preg_replace(['/^\[.*?\] /m', '/\d+ ms/', '/PDO pool (pgsql|mysql|odbc|sqlite)/'], ['', 'N ms', 'PDO pool DRIVER'],
    file_get_contents($log));
unlink($log);       /* here, not in a section of its own: the same test may run in another process */
?>
--EXPECT--
bool(false)
PDO pool shop: connected in N ms
PDO pool shop: No resource could be had from the pool within N ms: 1 waiting, 1 active, 0 connecting, 0 idle, at most 1
PDO pool shop: connection closed, reason: retired
PDO pool DRIVER: connected in N ms
PDO pool DRIVER: connection closed, reason: closed
