--TEST--
PDO SQLite pool: a forked child starts with an empty pool and leaves the parent's connections alone
--EXTENSIONS--
pdo_sqlite
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
$file = __DIR__ . '/pool_fork.db';
@unlink($file);
$db = Pdo\Sqlite::connect("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$db->createFunction('twice', fn($x) => $x . $x, 1);
$db->exec('CREATE TABLE t (who)');
$statement = $db->prepare('INSERT INTO t VALUES (?)');
$pid = pcntl_fork();
if ($pid === 0) {
    $db->exec("INSERT INTO t VALUES (twice('c'))");
    echo 'child: ', $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), "\n";
    exit(0);
}
pcntl_waitpid($pid, $status);
echo 'status ', pcntl_wexitstatus($status), "\n";
$statement->execute(['p']);
$statement = null;
echo 'parent: ', implode(' ', $db->query('SELECT who FROM t ORDER BY who')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active], created $stats[created]\n";
?>
--EXPECT--
child: 1
status 0
parent: cc p
idle 1, active 0, created 1
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_fork.db' . $suffix);
}
?>
