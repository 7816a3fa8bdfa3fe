--TEST--
A prepare() that finds its statement in the cache sends nothing, and its execution is one command
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!preg_match('/host=[^;]/', PDO_MYSQL_TEST_DSN)) die('skip the server is not reached by TCP');
if (!function_exists('proc_open')) die('skip needs proc_open()');
?>
--CONFLICTS--
all
--FILE--
<?php
/* The server counts the statements of all sessions together. */
require __DIR__ . '/pool.inc';
require __DIR__ . '/command_log.inc';

$log = new CommandLog();
$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_stmt_cache');
$watcher->exec('CREATE TABLE pool_stmt_cache (a INT PRIMARY KEY, b VARCHAR(20))');
$watcher->exec("INSERT INTO pool_stmt_cache VALUES (1, 'one'), (2, 'two'), (3, 'three')");

function cached(int $size, array $options = []): PDO
{
    global $log;
    $db = mysql_pool(1, $options + [PDO::ATTR_POOL_STMT_CACHE_SIZE => $size, PDO::ATTR_EMULATE_PREPARES => false,
        PDO::ATTR_STRINGIFY_FETCHES => true], $log->dsn);
    $db->exec('DO 1');
    $log->read();
    return $db;
}

function go(string $what, PDO $db, string $sql, array $values = [], array $options = []): void
{
    global $log;
    $stmt = $db->prepare($sql, $options);
    $stmt->execute($values);
    $rows = $stmt->columnCount() ? $stmt->fetchAll(PDO::FETCH_ASSOC) : $stmt->rowCount();
    unset($stmt);
    echo $what, ': ', json_encode($rows), ' ', $log->read(), "\n";
}

$stats = fn(PDO $db) => json_encode($db->getPool()->getStats()['stmt_cache']);
$on_server = fn() => (int) $watcher->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetchColumn(1);
/* The server does not answer when one is closed. */
$wait_for = function (int $count) use ($on_server, &$before) {
    while ($on_server() - $before !== $count) {
        Async\delay(5);
    }
    echo $count, " on the server\n";
};

$db = cached(2);
$before = $on_server();
$select = 'SELECT a, b FROM pool_stmt_cache WHERE a = ?';
go('first', $db, $select, [1]);
go('again', $db, $select, [2]);
run(fn() => go('in a coroutine', $db, $select, [3]));
go('named', $db, 'SELECT b FROM pool_stmt_cache WHERE a = :a AND b <> :b', ['b' => '', 'a' => 1]);
go('named again', $db, 'SELECT b FROM pool_stmt_cache WHERE a = :a AND b <> :b', ['b' => '', 'a' => 2]);
go('a third', $db, 'SELECT COUNT(*) AS n FROM pool_stmt_cache');
go('the first', $db, $select, [1]);
echo $stats($db), "\n";
$wait_for(2);
for ($i = 0; $i < 100; $i++) {
    $db->query("SELECT $i")->fetchAll();
}
$wait_for(2);
$log->read();

echo "never kept\n";
go('no query', $db, 'SHOW COLUMNS FROM pool_stmt_cache LIKE \'none\'');
go('no query', $db, 'SHOW COLUMNS FROM pool_stmt_cache LIKE \'none\'');
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
go('emulated', $db, $select, [1]);
go('emulated', $db, $select, [1]);
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);

echo "left in the middle, and not buffered\n";
$db->setAttribute(Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, false);
for ($i = 0; $i < 3; $i++) {
    $stmt = $db->prepare('SELECT a FROM pool_stmt_cache ORDER BY a');
    $stmt->execute();
    echo $stmt->fetchColumn(), ' ';
    unset($stmt);
    echo $log->read(), "\n";
}
$db->setAttribute(Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, true);
$stmt = $db->prepare('SELECT a FROM pool_stmt_cache ORDER BY a');
unset($stmt);
echo 'never executed: ', $log->read(), "\n";
go('after it', $db, 'SELECT a FROM pool_stmt_cache WHERE a = 1');
$log->read();

echo "another table\n";
$all = 'SELECT * FROM pool_stmt_cache WHERE a = 1';
go('before', $db, $all);
$watcher->exec('ALTER TABLE pool_stmt_cache ADD c INT');
go('one more', $db, $all);
go('again', $db, $all);
$watcher->exec('ALTER TABLE pool_stmt_cache DROP c, DROP b');
go('two less', $db, $all);
$watcher->exec('ALTER TABLE pool_stmt_cache MODIFY a VARCHAR(10), ADD b VARCHAR(20)');
go('another type', $db, $all);
$stmt = $db->prepare($all);
$stmt->execute();
echo $stmt->getColumnMeta(0)['native_type'], "\n";
unset($stmt);
$watcher->exec('DROP TABLE pool_stmt_cache');
$watcher->exec('CREATE TABLE pool_stmt_cache (a INT PRIMARY KEY, b VARCHAR(20))');
$watcher->exec("INSERT INTO pool_stmt_cache VALUES (1, 'one'), (2, 'two'), (3, 'three')");
$log->read();
go('made anew', $db, $all);

echo "not known to the server\n";
$log->spoil();
go('select', $db, $all);
go('again', $db, $all);
$update = 'UPDATE pool_stmt_cache SET b = CONCAT(b, ?) WHERE a = ?';
go('update', $db, $update, ['x', 1]);
$log->spoil();
go('update', $db, $update, ['y', 1]);
$db->beginTransaction();
$log->spoil();
go('update', $db, $update, ['z', 1]);
$db->commit();
$log->read();
go('once each', $db, $all);

echo "reset\n";
$log->read();
run(fn() => $db->exec('SET @a = 1'));
run(fn() => $db->exec('DO 1'));
$wait_for(0);
$log->read();
run(fn() => go('after it', $db, $all));
run(fn() => go('again', $db, $all));
run(function () use ($db, $all) {
    $db->exec('CREATE TEMPORARY TABLE pool_stmt_cache (a INT, t INT)');
    $db->exec('INSERT INTO pool_stmt_cache VALUES (1, 1)');
    go('shadowed', $db, $all);
});
run(fn() => $db->exec('DO 1'));
$log->read();
run(fn() => go('as ever', $db, $all));
unset($db);
$db = cached(4, [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS]);
foreach ([1, 2, 3] as $time) {
    run(fn() => $db->query($all)->fetchAll());
    run(function () use ($db, $all) {
        $db->query($all)->fetchAll();
        $db->query($all)->fetchAll();
    });
}
echo $stats($db), "\n";
$wait_for(1);
unset($db);
$wait_for(0);
$watcher->exec('DROP TABLE pool_stmt_cache');
?>
--EXPECT--
first: [{"a":"1","b":"one"}] PREPARE EXECUTE
again: [{"a":"2","b":"two"}] EXECUTE
in a coroutine: [{"a":"3","b":"three"}] EXECUTE
named: [{"b":"one"}] PREPARE EXECUTE
named again: [{"b":"two"}] EXECUTE
a third: [{"n":"3"}] PREPARE EXECUTE
the first: [{"a":"1","b":"one"}] PREPARE EXECUTE
{"hits":3,"misses":4,"evicted":2}
2 on the server
2 on the server
never kept
no query: [] PREPARE EXECUTE
no query: [] PREPARE EXECUTE
emulated: [{"a":"1","b":"one"}] QUERY
emulated: [{"a":"1","b":"one"}] QUERY
left in the middle, and not buffered
1 PREPARE EXECUTE
1 EXECUTE
1 EXECUTE
never executed: 
after it: [{"a":"1"}] PREPARE EXECUTE
another table
before: [{"a":"1","b":"one"}] PREPARE EXECUTE
one more: [{"a":"1","b":"one","c":null}] EXECUTE
again: [{"a":"1","b":"one","c":null}] EXECUTE
two less: [{"a":"1"}] EXECUTE
another type: [{"a":"1","b":null}] EXECUTE
VAR_STRING
made anew: [{"a":"1","b":"one"}] EXECUTE
not known to the server
select: [{"a":"1","b":"one"}] EXECUTE PREPARE EXECUTE
again: [{"a":"1","b":"one"}] EXECUTE
update: 1 PREPARE EXECUTE
update: 1 EXECUTE PREPARE EXECUTE
update: 1 QUERY EXECUTE PREPARE EXECUTE
once each: [{"a":"1","b":"onexyz"}] EXECUTE
reset
0 on the server
after it: [{"a":"1","b":"onexyz"}] PREPARE EXECUTE
again: [{"a":"1","b":"onexyz"}] EXECUTE
shadowed: [{"a":"1","t":"1"}] QUERY QUERY PREPARE EXECUTE
as ever: [{"a":"1","b":"onexyz"}] PREPARE EXECUTE
{"hits":3,"misses":6,"evicted":0}
1 on the server
0 on the server
