--TEST--
PDO SQLite pool: a private database is refused, and the message says what to do instead
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_memory.db';
@unlink($file);
$refused = ['sqlite::memory:', 'sqlite:', 'sqlite:file::memory:', 'sqlite:file:?mode=rwc', 'sqlite:file:x?mode=memory'];
foreach ($refused as $dsn) {
    try {
        new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true]);
        echo "no error\n";
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}
/* The remedy works. */
$db = new PDO('sqlite:file:pool_memory?mode=memory&cache=shared', null, null, [PDO::ATTR_POOL_ENABLED => true]);
$db->exec('CREATE TABLE t (a)');
$db->exec('INSERT INTO t VALUES (42)');
$statement = $db->prepare('SELECT a FROM t');
echo Async\await(Async\spawn(fn() => $db->query('SELECT a FROM t')->fetchColumn())), "\n";
echo $db->getPool()->getStats()['created'], "\n";

/* The ini setting leaves it ordinary. */
ini_set('pdo.pool_enabled', '1');
var_dump((new PDO('sqlite::memory:'))->getPool());
?>
--EXPECT--
PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "sqlite::memory:", which is another one for each connection; use "sqlite:file:NAME?mode=memory&cache=shared"
PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "sqlite::memory:", which is another one for each connection; use "sqlite:file:NAME?mode=memory&cache=shared"
PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "sqlite::memory:", which is another one for each connection; use "sqlite:file:NAME?mode=memory&cache=shared"
PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "sqlite::memory:", which is another one for each connection; use "sqlite:file:NAME?mode=memory&cache=shared"
PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "sqlite::memory:", which is another one for each connection; use "sqlite:file:NAME?mode=memory&cache=shared"
42
2
NULL
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_memory.db' . $suffix);
}
?>
