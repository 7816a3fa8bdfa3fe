--TEST--
PDO SQLite pool: a transaction that a cancellation has ended holds no lock, and its statements write nothing any more
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_lost_statement.db';
@unlink($file);
$db = Pdo\Sqlite::connect("sqlite:$file", null, null, [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2, PDO::ATTR_TIMEOUT => 0,
]);
$db->exec('CREATE TABLE t (value)');
$is_inside = false;
$db->createFunction('pause', function ($value) use (&$is_inside) {
    $is_inside = true;
    Async\delay(60000);
    return $value;
}, 1);

$coroutine = Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $insert = $db->prepare('INSERT INTO t VALUES (?)');
    $insert->execute([1]);
    try {
        $db->query('SELECT pause(1)')->fetchAll();
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    try {
        $insert->execute([2]);
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
    var_dump($db->rollBack());
    /* The statement lives. */
    echo $db->exec('INSERT INTO t VALUES (3)'), " row\n";
    try {
        var_dump($insert->execute([4]));
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
    $insert = $db->prepare('INSERT INTO t VALUES (?)');
    var_dump($insert->execute([5]));
});
while (!$is_inside) {
    Async\suspend();
}
$coroutine->cancel();
Async\await($coroutine);
echo implode(' ', $db->query('SELECT value FROM t')->fetchAll(PDO::FETCH_COLUMN)), "\n";
?>
--EXPECT--
cancelled
SQLSTATE[08007]: Connection failure during transaction: The transaction was lost with its connection
bool(true)
1 row
SQLSTATE[08007]: Connection failure during transaction: The transaction was lost with its connection
bool(true)
3 5
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_lost_statement.db' . $suffix);
}
?>
