--TEST--
PDO SQLite pool: a database in shared memory stays as long as the PDO object, whatever becomes of its connections
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$dsn = 'sqlite:file:pool_memory_kept?mode=memory&cache=shared';
$db = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$db->exec('CREATE TABLE t (a)');
$db->exec('INSERT INTO t VALUES (42)');
/* What cannot be undone closes the only connection. */
Async\await(Async\spawn(fn() => $db->exec('PRAGMA case_sensitive_like = 1')));
Async\await(Async\spawn(fn() => $db->exec('CREATE TEMP TABLE x (a)')));
echo Async\await(Async\spawn(fn() => $db->query('SELECT a FROM t')->fetchColumn())), "\n";
while ($db->getPool()->activeCount() > 0) {
    Async\suspend();
}
echo 'closed ', $db->getPool()->getStats()['destroyed']['dirty'], ', reset ', $db->getPool()->getStats()['resets'], "\n";

/* It goes with the object. */
$db = null;
$db = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true]);
try {
    $db->query('SELECT a FROM t');
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
42
closed 1, reset 1
SQLSTATE[HY000]: General error: 1 no such table: t
