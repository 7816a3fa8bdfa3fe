--TEST--
ODBC pool: a statement is used by one coroutine at a time, and outlives its PDO object
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool(2);
$statement = $db->prepare(odbc_endless());
$first = Async\spawn(fn() => $statement->execute());
odbc_wait_until(fn() => $db->getPool()->activeCount() === 1);
Async\delay(50);
foreach ([fn() => $statement->execute(), fn() => $statement->execute([]),
        fn() => $statement->closeCursor(), fn() => $statement->nextRowset()] as $use) {
    try {
        $use();
        echo "no error\n";
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}
$first->cancel();
echo odbc_outcome($first), "\n";
$statement = null;
$first = null;

/* Made by a coroutine that has ended, of an object that is gone. */
$statement = Async\await(Async\spawn(function () {
    $db = odbc_pool();
    return $db->prepare('SELECT 5');
}));
gc_collect_cycles();
$statement->execute();
echo $statement->fetchColumn(), "\n";
?>
--EXPECT--
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
Async\AsyncCancellation
5
