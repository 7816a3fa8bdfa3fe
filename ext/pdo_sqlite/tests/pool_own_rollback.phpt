--TEST--
PDO SQLite pool: a transaction that SQLite rolled back by itself is over for PDO, and for the pool
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_own_rollback.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$db->exec('CREATE TABLE t (who)');

Async\await(Async\spawn(function () use ($db) {
    $db->exec('PRAGMA max_page_count = 5');
    $db->beginTransaction();
    $db->exec("INSERT INTO t VALUES ('small')");
    try {
        $db->exec('INSERT INTO t VALUES (zeroblob(1000000))');
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
    var_dump($db->inTransaction());
    try {
        var_dump($db->commit());
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}));
echo $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), " rows\n";
$db->beginTransaction();
$db->exec('INSERT INTO t VALUES (zeroblob(1000000))');
var_dump($db->commit());
echo $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), " rows\n";
?>
--EXPECT--
SQLSTATE[HY000]: General error: 13 database or disk is full
bool(false)
There is no active transaction
0 rows
bool(true)
1 rows
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_own_rollback.db' . $suffix);
}
?>
