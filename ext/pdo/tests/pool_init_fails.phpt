--TEST--
PDO pool: a failing PDO::ATTR_POOL_INIT is the failure of the connect
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

foreach ([1, 1.5, ['a' => 'SELECT 1'], [1], [['SELECT 1']], new stdClass, true] as $bad) {
    try {
        PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $bad]);
        echo "no error\n";
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
$kept = null;
$ways = [
    'SQL' => 'no statement',
    'list' => ['CREATE TEMPORARY TABLE pool_init_fails (id INT)', 'no statement'],
    'exception' => function () { throw new DomainException('mine'); },
    'SQL in a callable' => fn($db) => $db->exec('no statement'),
    'statement' => function ($db) use (&$kept) { $kept = $db->prepare('SELECT 1'); },
    'transaction' => fn($db) => $db->beginTransaction(),
];
foreach ($ways as $name => $init) {
    foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
        $db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $init, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_ERRMODE => $mode]);
        try {
            PDOPoolTest::touch($db);
            echo "$name: no exception\n";
        } catch (Exception $e) {
            echo "$name: ", get_class($e), ' ', preg_replace('/(SQLSTATE).*/s', '$1', $e->getMessage()), "\n";
        }
        $stats = $db->getPool()->getStats();
        if ($stats['active'] !== 0) {
            var_dump($stats);
        }
        $kept = null;
    }
}
/* With a minimum the constructor fails. */
try {
    PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $ways['exception'], PDO::ATTR_POOL_MIN => 1]);
} catch (DomainException $e) {
    echo $e->getMessage(), "\n";
}
/* A coroutine that is cancelled while it runs stays cancelled. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => function () use (&$runs) { $runs = true; Async\delay(60000); }, PDO::ATTR_POOL_MAX => 1]);
$coroutine = Async\spawn(fn() => PDOPoolTest::touch($db));
while (!isset($runs)) {
    Async\delay(1);
}
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Throwable $e) {
    echo get_class($e), "\n";
}
PDOPoolTest::counts($db);
?>
--EXPECTF--
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null
SQL: PDOException SQLSTATE
SQL: PDOException SQLSTATE
list: PDOException SQLSTATE
list: PDOException SQLSTATE
exception: DomainException mine
exception: DomainException mine
SQL in a callable: PDOException SQLSTATE
SQL in a callable: no exception
statement: PDOException The callable of PDO::ATTR_POOL_INIT has left a statement or stream open
statement: PDOException The callable of PDO::ATTR_POOL_INIT has left a statement or stream open
transaction: PDOException The callable of PDO::ATTR_POOL_INIT has left a transaction open
transaction: PDOException The callable of PDO::ATTR_POOL_INIT has left a transaction open
mine
%s
idle 0, active 0, created 0, destroyed 0
