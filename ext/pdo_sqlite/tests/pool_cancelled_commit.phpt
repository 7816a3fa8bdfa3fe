--TEST--
PDO SQLite pool: a transaction is lost when a wait for a lock in it was cancelled, although the code swallowed that
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_cancelled_commit.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_TIMEOUT => 60]);
$db->exec('CREATE TABLE t (who)');
$db->exec("INSERT INTO t VALUES ('first'), ('second')");

/* The lock of a reader, which keeps others from committing. */
$other = new PDO("sqlite:$file");
$reader = $other->query('SELECT who FROM t');
$reader->fetch();

$begun = false;
$writer = Async\spawn(function () use ($db, &$begun, &$reader) {
    $db->beginTransaction();
    $begun = true;
    $db->exec("INSERT INTO t VALUES ('third')");
    try {
        $db->commit();
    } catch (Async\AsyncCancellation $e) {
        echo "cancelled\n";
    }
    $reader = null;
    try {
        var_dump($db->commit());
    } catch (PDOException $e) {
        echo "not committed\n";
    }
});
while (!$begun || !$writer->isSuspended()) {
    Async\suspend();
}
$writer->cancel();
try {
    Async\await($writer);
} catch (Async\AsyncCancellation $e) {
}
echo implode(' ', $db->query('SELECT who FROM t')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$db->exec("INSERT INTO t VALUES ('fourth')");
echo $db->getPool()->getStats()['active'], " active\n";
?>
--EXPECT--
cancelled
not committed
first second
0 active
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_cancelled_commit.db' . $suffix);
}
?>
