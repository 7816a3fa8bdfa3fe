--TEST--
A prepared statement that is kept holds no lock, no value and no answer of its session, and goes before its database
--EXTENSIONS--
pdo
pdo_sqlite
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
$file = __DIR__ . '/pool_stmt_cache.db';
@unlink($file);

function cached(array $options = []): Pdo\Sqlite
{
    return new Pdo\Sqlite('sqlite:' . $GLOBALS['file'], null, null, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
        PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
}

function in(callable $work): mixed
{
    return Async\await(Async\spawn($work));
}

$stats = fn(PDO $db) => json_encode($db->getPool()->getStats()['stmt_cache']);
$db = cached();
$db->exec('CREATE TABLE t (a INTEGER, b TEXT)');
$db->exec("INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'z')");

echo "no lock\n";
$other = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 0, PDO::ATTR_POOL_ENABLED => false]);
for ($i = 0; $i < 2; $i++) {
    $stmt = $db->prepare('SELECT a FROM t ORDER BY a');
    $stmt->execute();
    echo $stmt->fetchColumn();
    unset($stmt);
    echo ' ', $other->exec('UPDATE t SET b = b || b WHERE a = 3'), "\n";
}
echo $stats($db), "\n";

echo "what compiling tells is told by a hit, too\n";
$insert = 'INSERT INTO t (a) VALUES (?)';
foreach ([4, 5] as $value) {
    in(fn() => $db->prepare($insert)->execute([$value]));
    echo in(fn() => $db->query('SELECT changes()')->fetchColumn()), ' ';
}
$delete = 'DELETE FROM t WHERE a = ?';
in(function () use ($db, $delete) {
    $db->prepare($delete)->execute([4]);
    echo $db->query('SELECT changes()')->fetchColumn(), ' ';
    $db->prepare($delete)->execute([4]);
    echo $db->query('SELECT changes()')->fetchColumn(), "\n";
});

echo "settings\n";
foreach ([1, 2] as $time) {
    in(function () use ($db) {
        $db->query('PRAGMA cache_size = 77')->fetchAll();
        echo $db->query('PRAGMA cache_size')->fetchColumn(), ' ';
    });
    echo in(fn() => $db->query('PRAGMA cache_size')->fetchColumn()) === 77 ? 'leaks' : 'clean', "\n";
}
$rows = fn() => $db->query('SELECT * FROM t WHERE a = 1')->fetchAll(PDO::FETCH_ASSOC);
in($rows);
in(function () use ($db, $rows) {
    $db->exec("CREATE TEMP TABLE t AS SELECT 1 AS a, 'of one' AS c");
    echo json_encode($rows()), ' ';
});
echo json_encode(in($rows)), "\n";

echo "functions\n";
$call = fn() => $db->query('SELECT f()')->fetchColumn();
$db->createFunction('f', fn() => 'first');
echo in($call), ' ', in($call), ' ';
$db->createFunction('f', fn() => 'second');
echo in($call), ' ', in($call), "\n";
echo $stats($db), "\n";

echo "forked\n";
$stmt = $db->prepare('SELECT a FROM t WHERE a = 2');
$stmt->execute();
$child = pcntl_fork();
if ($child === 0) {
    unset($stmt);
    echo json_encode($rows()), "\n";
    unset($db, $rows, $call);
    exit(0);
}
pcntl_waitpid($child, $status);
echo pcntl_wexitstatus($status), ' ', $stmt->fetchColumn(), "\n";
unset($stmt);

echo "the object goes first\n";
$stmt = $db->prepare('SELECT a FROM t WHERE a = 2');
$stmt->execute();
unset($db, $rows, $call);
echo $stmt->fetchColumn(), "\n";
unset($stmt);
?>
--CLEAN--
<?php
foreach (['', '-journal'] as $suffix) @unlink(__DIR__ . "/pool_stmt_cache.db$suffix");
?>
--EXPECT--
no lock
1 1
1 1
{"hits":1,"misses":1,"evicted":0}
what compiling tells is told by a hit, too
0 0 1 0
settings
77 clean
77 clean
[{"a":1,"c":"of one"}] [{"a":1,"b":"x"}]
functions
first first second second
{"hits":10,"misses":6,"evicted":4}
forked
[{"a":1,"b":"x"}]
0 2
the object goes first
2
