--TEST--
PDO SQLite pool: two coroutines in one statement get an exception, not each other's rows
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_shared_statement.db';
@unlink($file);
$db = Pdo\Sqlite::connect("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true]);
$inside = $refused = false;
$db->createFunction('pause', function ($x) use (&$inside, &$refused) {
    $inside = true;
    while (!$refused) {
        Async\suspend();
    }
    return $x;
}, 1);
$statement = $db->prepare('SELECT pause(1)');
$first = Async\spawn(function () use ($statement) {
    $statement->execute();
    return $statement->fetchColumn();
});
$second = Async\spawn(function () use ($statement, &$inside, &$refused) {
    while (!$inside) {
        Async\suspend();
    }
    try {
        $statement->execute();
    } catch (PDOException $e) {
        return $e->getMessage();
    } finally {
        $refused = true;
    }
});
echo Async\await($second), "\n", Async\await($first), "\n";
/* One after the other is fine. */
echo Async\await(Async\spawn(function () use ($statement) {
    $statement->execute();
    return $statement->fetchColumn();
})), "\n";
/* The same coroutine may be inside twice: a function may use the database. */
$db->createFunction('nested', fn() => $db->query('SELECT 5')->fetchColumn(), 0);
echo $db->query('SELECT nested() + 1')->fetchColumn(), "\n";
$statement = null;
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active], created $stats[created]\n";
?>
--EXPECT--
SQLSTATE[HY000]: General error: The statement's connection is in use by another coroutine: a statement can be used by one coroutine at a time
1
1
6
idle 1, active 0, created 1
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_shared_statement.db' . $suffix);
}
?>
