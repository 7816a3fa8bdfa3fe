--TEST--
PDO SQLite pool: waiting for a lock lets the coroutine that holds it go on
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_lock.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 5]);
$db->exec('CREATE TABLE t (who)');

/* Each holds the lock while it lets all others run; each of the others has to wait for it. */
$coroutines = [];
for ($i = 0; $i < 5; $i++) {
    $coroutines[] = Async\spawn(function () use ($db, $i) {
        $db->exec('BEGIN IMMEDIATE');
        $db->exec("INSERT INTO t VALUES ($i)");
        for ($n = 0; $n < 10; $n++) {
            Async\suspend();
        }
        $db->exec('COMMIT');
    });
}
Async\await_all_or_fail($coroutines);
echo $db->query('SELECT COUNT(*), SUM(who) FROM t')->fetch(PDO::FETCH_NUM)[1], "\n";

/* The limit is that of PDO::ATTR_TIMEOUT, which reaches all connections. */
$db->setAttribute(PDO::ATTR_TIMEOUT, 0);
$db->exec('BEGIN IMMEDIATE');
$late = Async\spawn(fn() => $db->exec('INSERT INTO t VALUES (5)'));
try {
    Async\await($late);
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}

/* A cancellation ends the wait, and is not turned into an error of the database. */
$db->setAttribute(PDO::ATTR_TIMEOUT, 60);
$cancelled = Async\spawn(fn() => $db->exec('INSERT INTO t VALUES (6)'));
while (!$cancelled->isSuspended()) {
    Async\suspend();
}
$cancelled->cancel();
try {
    Async\await($cancelled);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
$db->exec('ROLLBACK');
echo $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), "\n";
$stats = $db->getPool()->getStats();
echo "active $stats[active], destroyed ", array_sum($stats['destroyed']), "\n";
?>
--EXPECT--
10
SQLSTATE[HY000]: General error: 5 database is locked
Async\AsyncCancellation
5
active 0, destroyed 0
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_lock.db' . $suffix);
}
?>
