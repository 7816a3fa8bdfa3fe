--TEST--
PDO SQLite pool: after a write in a transaction was cancelled nothing of the coroutine is committed until it has heard of that
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_cancelled_write.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_TIMEOUT => 60]);
$db->exec('CREATE TABLE t (who)');

/* Another program writes. */
$other = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => false]);
$other->exec('BEGIN IMMEDIATE');

function attempt(string $what, callable $call): void
{
    try {
        $answer = var_export($call(), true);
    } catch (PDOException $e) {
        $answer = get_class($e);
    }
    echo "$what: $answer\n";
}

$begun = false;
$writer = Async\spawn(function () use ($db, &$begun, $other) {
    $db->beginTransaction();
    $begun = true;
    try {
        $db->exec("INSERT INTO t VALUES ('first')");
    } catch (Async\AsyncCancellation $e) {
        echo "cancelled\n";
    }
    $other->exec('ROLLBACK');
    attempt('in a transaction', fn() => $db->inTransaction());
    attempt('insert', fn() => $db->exec("INSERT INTO t VALUES ('second')"));
    attempt('commit', fn() => $db->commit());
    attempt('in a transaction', fn() => $db->inTransaction());
    attempt('insert', fn() => $db->exec("INSERT INTO t VALUES ('third')"));
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
?>
--EXPECT--
cancelled
in a transaction: true
insert: PDOException
commit: PDOException
in a transaction: false
insert: 1
third
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_cancelled_write.db' . $suffix);
}
?>
