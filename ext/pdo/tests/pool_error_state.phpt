--TEST--
PDO pool: each coroutine has an error state of its own
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
PDOPoolTest::touch($db);

$failed = $worked = false;
$fails = Async\spawn(function () use ($db, &$failed, &$worked) {
    var_dump($db->exec('NO SUCH STATEMENT'));
    $code = $db->errorCode();
    var_dump($code !== '00000');
    /* Others use the connection meanwhile. */
    $failed = true;
    while (!$worked) {
        Async\suspend();
    }
    var_dump($db->errorCode() === $code, $db->errorInfo()[0] === $code, is_string($db->errorInfo()[2]));
    /* The next call that succeeds ends it. */
    PDOPoolTest::touch($db);
    var_dump($db->errorCode(), $db->errorInfo()[2]);
});
$works = Async\spawn(function () use ($db, &$failed, &$worked) {
    while (!$failed) {
        Async\suspend();
    }
    var_dump($db->errorCode());
    PDOPoolTest::touch($db);
    var_dump($db->errorCode());
    $worked = true;
});
Async\await($works);
Async\await($fails);
var_dump($db->errorCode());

/* The same with query(), whose statement fails, and with prepare(). */
var_dump($db->query('NO SUCH STATEMENT'));
var_dump($db->errorCode() !== '00000', count($db->errorInfo()) >= 3, is_string($db->errorInfo()[2]));
/* A failed statement keeps nothing. */
PDOPoolTest::counts($db);
/* ODBC cannot quote. */
if ($db->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'odbc' && ($db->quote('x') !== "'x'" || $db->errorCode() !== '00000')) {
    echo "quote() failed\n";
}
?>
--EXPECT--
bool(false)
bool(true)
string(5) "00000"
string(5) "00000"
bool(true)
bool(true)
bool(true)
string(5) "00000"
NULL
string(5) "00000"
bool(false)
bool(true)
bool(true)
bool(true)
idle 1, active 0, created 1, destroyed 0
