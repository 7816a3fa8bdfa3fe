--TEST--
A transaction whose BEGIN has not been sent yet is a transaction in every other way
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
require __DIR__ . '/../../../ext/pdo/tests/pool.inc';

$db = PDOPoolTest::factory([], Pdo\Pgsql::class);
$db->exec('DROP TABLE IF EXISTS pool_begin');
$db->exec('CREATE TABLE pool_begin (id int)');

/* What each first command of a transaction does, and what is left when it is rolled back. */
$first = [
    'exec' => fn () => $db->exec('INSERT INTO pool_begin VALUES (1)'),
    'query' => fn () => $db->query('INSERT INTO pool_begin VALUES (1) RETURNING id')->fetchColumn(),
    'prepare' => fn () => $db->prepare('INSERT INTO pool_begin VALUES (?)')->execute([1]),
    'emulated' => fn () => $db->prepare('INSERT INTO pool_begin VALUES (?)', [PDO::ATTR_EMULATE_PREPARES => true])->execute([1]),
    'several' => fn () => $db->exec('INSERT INTO pool_begin VALUES (1); INSERT INTO pool_begin VALUES (2)'),
    'copy' => fn () => $db->copyFromArray('pool_begin', ['1', '2']),
    'savepoint' => function () use ($db) {
        $db->exec('SAVEPOINT s');
        $db->exec('INSERT INTO pool_begin VALUES (1)');
        $db->exec('ROLLBACK TO s');
    },
    'cursor' => function () use ($db) {
        $cursor = $db->prepare('SELECT 7', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $cursor->execute();
        return $cursor->fetchColumn();
    },
    'isolation' => function () use ($db) {
        $db->exec('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        return $db->query('SHOW transaction_isolation')->fetchColumn();
    },
    'large object' => fn () => is_numeric($db->lobCreate()),
    'read-only' => function () use ($db) {
        $db->exec('SET TRANSACTION READ ONLY');
        try {
            $db->exec('INSERT INTO pool_begin VALUES (1)');
        } catch (PDOException $e) {
            return $e->getCode();
        }
    },
];
function try_all(): void
{
    global $db, $first;
    foreach ($first as $what => $command) {
        $db->beginTransaction();
        echo $what, ': ', json_encode([$db->inTransaction(), $command(), $db->inTransaction()]);
        $db->rollBack();
        echo json_encode($db->inTransaction()), ' ', $db->query('SELECT count(*) FROM pool_begin')->fetchColumn(), "\n";
    }
}
try_all();
echo "-- in a coroutine\n";
Async\await(Async\spawn(try_all(...)));

echo "-- errors\n";
function failing(string $sql): void
{
    global $db;
    $db->beginTransaction();
    foreach ([$sql, 'SELECT 1'] as $command) {
        try {
            $db->exec($command);
        } catch (PDOException $e) {
            echo $e->getCode(), ' ', json_encode($db->inTransaction()), "\n";
        }
    }
    $db->rollBack();
}
failing('SELECT 1/0');
failing('VACUUM');
failing('no SQL');
try {
    $db->beginTransaction();
    $db->beginTransaction();
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
var_dump($db->commit(), $db->inTransaction());

echo "-- as text\n";
$db->beginTransaction();
$db->exec('COMMIT');
var_dump($db->inTransaction());
$db->beginTransaction();
$db->exec('ROLLBACK');
var_dump($db->inTransaction());

echo "-- one connection each\n";
$other = Async\spawn(function () use ($db) {
    $db->beginTransaction();
    Async\delay(1);
    $pid = $db->getPid();
    $db->commit();
    return $pid;
});
$db->beginTransaction();
Async\delay(1);
var_dump($db->getPid() !== Async\await($other));
$db->exec('INSERT INTO pool_begin VALUES (5)');
$db->commit();
var_dump($db->query('SELECT id FROM pool_begin')->fetchAll(PDO::FETCH_COLUMN));
PDOPoolTest::counts($db);
$db->exec('DROP TABLE pool_begin');
?>
--CLEAN--
<?php
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::test_factory(__DIR__ . '/common.phpt')->exec('DROP TABLE IF EXISTS pool_begin');
?>
--EXPECT--
exec: [true,1,true]false 0
query: [true,1,true]false 0
prepare: [true,true,true]false 0
emulated: [true,true,true]false 0
several: [true,1,true]false 0
copy: [true,true,true]false 0
savepoint: [true,null,true]false 0
cursor: [true,7,true]false 0
isolation: [true,"serializable",true]false 0
large object: [true,true,true]false 0
read-only: [true,"25006",true]false 0
-- in a coroutine
exec: [true,1,true]false 0
query: [true,1,true]false 0
prepare: [true,true,true]false 0
emulated: [true,true,true]false 0
several: [true,1,true]false 0
copy: [true,true,true]false 0
savepoint: [true,null,true]false 0
cursor: [true,7,true]false 0
isolation: [true,"serializable",true]false 0
large object: [true,true,true]false 0
read-only: [true,"25006",true]false 0
-- errors
22012 true
25P02 true
25001 true
25P02 true
42601 true
25P02 true
There is already an active transaction
bool(true)
bool(false)
-- as text
bool(false)
bool(false)
-- one connection each
bool(true)
array(1) {
  [0]=>
  int(5)
}
idle 2, active 0, created 2, destroyed 0
