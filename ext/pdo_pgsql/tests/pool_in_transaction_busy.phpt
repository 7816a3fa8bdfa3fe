--TEST--
Pooled PostgreSQL: a call of another coroutine on the same connection is no transaction
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../async/tests/settle.inc';
$dsn = getenv('PDOTEST_DSN') ?: $config['ENV']['PDOTEST_DSN'];
$plain = new PDO($dsn);
$plain->exec('DROP TABLE IF EXISTS pool_in_transaction_busy');
$plain->exec('CREATE TABLE pool_in_transaction_busy AS SELECT 1 AS id');
$db = new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);

/* Another coroutine runs the statement, which waits for a lock. */
$plain->exec('BEGIN; UPDATE pool_in_transaction_busy SET id = 2');
$statement = null;
$is_waiting = fn() => (int) $plain->query("SELECT count(*) FROM pg_locks WHERE NOT granted")->fetchColumn() > 0;
$owner = Async\spawn(function () use ($db, $is_waiting, &$statement) {
    $statement = $db->prepare('UPDATE pool_in_transaction_busy SET id = 3');
    until($is_waiting);
    var_dump($db->inTransaction());
    try {
        $db->beginTransaction();
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
});
$other = Async\spawn(function () use (&$statement) {
    until(function () use (&$statement) { return $statement !== null; });
    return $statement->execute();
});
Async\await($owner);
$plain->exec('COMMIT');
var_dump(Async\await($other));
$statement = null;
var_dump($db->getPool()->getStats()['rolled_back']);
$plain->exec('DROP TABLE pool_in_transaction_busy');
?>
--EXPECT--
bool(false)
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
bool(true)
int(0)
