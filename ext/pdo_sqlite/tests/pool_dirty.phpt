--TEST--
PDO SQLite pool: a session that others would notice stays with its coroutine and is then undone
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_dirty.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$db->exec('CREATE TABLE t (a)');

$sessions = [
    'temporary table' => ['CREATE TEMP TABLE x (a)', 'SELECT COUNT(*) FROM x'],
    'temporary table, well hidden' => ["SELECT 1;/* */CREATE\nTABLE temp.x (a)", 'SELECT COUNT(*) FROM x'],
    'temporary view' => ['CREATE TEMPORARY VIEW x AS SELECT 7', 'SELECT * FROM x'],
    'attached database' => ["ATTACH '$file.other' AS other", "SELECT COUNT(*) FROM other.sqlite_master"],
    'pragma' => ['PRAGMA case_sensitive_like = 1', "SELECT 'A' LIKE 'a'"],
    'foreign keys' => ['PRAGMA foreign_keys = ON', 'PRAGMA foreign_keys'],
    'several' => ['PRAGMA main.cache_size(77); CREATE TEMP TABLE y (a); PRAGMA query_only = 1', 'PRAGMA cache_size'],
    'query only' => ['PRAGMA query_only = 1', 'PRAGMA query_only'],
    'synchronous' => ['PRAGMA synchronous = OFF', 'PRAGMA synchronous'],
];
foreach ($sessions as $what => [$setup, $use]) {
    $created = $db->getPool()->getStats()['created'];
    echo $what, ': ';
    Async\await(Async\spawn(function () use ($db, $setup, $use) {
        $db->exec($setup);
        Async\suspend();
        echo $db->query($use)->fetchColumn(), ', then ';
    }));
    try {
        echo Async\await(Async\spawn(fn() => $db->query($use)->fetchColumn()));
    } catch (PDOException $e) {
        echo 'gone';
    }
    echo $db->getPool()->getStats()['created'] === $created ? '' : ', closed', "\n";
}
echo 'resets ', $db->getPool()->getStats()['resets'], "\n";

/* These leave nothing behind, and the connection stays. */
$destroyed = array_sum($db->getPool()->getStats()['destroyed']);
$harmless = ['PRAGMA table_info(t)', 'PRAGMA foreign_keys', 'PRAGMA user_version = 3', 'PRAGMA journal_mode = wal',
    'CREATE INDEX i ON t (a)', "SELECT 'CREATE TEMP TABLE x'", 'BEGIN', 'ANALYZE'];
foreach ($harmless as $sql) {
    Async\await(Async\spawn(fn() => $db->exec($sql)));
}
Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
echo array_sum($db->getPool()->getStats()['destroyed']) - $destroyed, "\n";
?>
--EXPECTF--
temporary table: 0, then gone
temporary table, well hidden: 0, then gone
temporary view: 7, then gone
attached database: 0, then gone
pragma: 0, then 1, closed
foreign keys: 1, then 0
several: 77, then -2000
query only: 1, then 0
synchronous: 0, then 2
resets 8

Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
0
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_dirty.db' . $suffix);
}
?>
