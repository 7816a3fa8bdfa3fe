--TEST--
A prepare() that finds its statement in the cache costs no prepare on the server, and one round trip with its execution
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
if (!preg_match("/host=[^\/ ;]/", getenv("PDOTEST_DSN"))) die("skip the server is not reached by TCP");
if (!function_exists("proc_open")) die("skip needs proc_open()");
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
require __DIR__ . '/turn_counter.inc';

$counter = new TurnCounter();
$dsn = pgsql_dsn_at('127.0.0.1', $counter->port) . ' sslmode=disable gssencmode=disable';

function cached(int $size): PDO
{
    $db = new PDO($GLOBALS['dsn'], null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => $size]);
    $db->exec('SELECT 1');
    return $db;
}

function stats(PDO $db): string
{
    return http_build_query($db->getPool()->getStats()['stmt_cache'], arg_separator: ', ');
}

/* The texts of all statements that the session has, without the question itself. */
function on_server(PDO $db): array
{
    $texts = "SELECT statement FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared_statements%' ORDER BY prepare_time";
    /* What waits to be closed goes along with it. */
    $stmt = $db->prepare($texts, [Pdo\Pgsql::ATTR_DISABLE_PREPARES => true]);
    $stmt->execute();
    return $stmt->fetchAll(PDO::FETCH_COLUMN);
}

function run(string $what, PDO $db, string $sql, array $values = [], array $options = []): void
{
    global $counter;
    $before = $counter->count();
    $stmt = $db->prepare($sql, $options);
    $stmt->execute($values);
    $rows = $stmt->fetchAll(PDO::FETCH_NUM);
    unset($stmt);
    echo $what, ': ', json_encode($rows), ', round trips ', $counter->count() - $before, ', ', stats($db), "\n";
}

$db = cached(2);
echo "in the main script\n";
run('first', $db, 'SELECT ?::int + 1', [1]);
run('again', $db, 'SELECT ?::int + 1', [2]);
Async\await(Async\spawn(function () use ($db) {
    echo "in a coroutine\n";
    run('again', $db, 'SELECT ?::int + 1', [3]);
    run('another', $db, 'SELECT :a::int + 2', ['a' => 1]);
    run('a third', $db, 'SELECT 3');
    run('the second', $db, 'SELECT :a::int + 2', ['a' => 2]);
    run('the first', $db, 'SELECT ?::int + 1', [4]);
    run('query after it', $db, 'SELECT 3');
    echo json_encode(on_server($db)), "\n";
}));

echo "executed again\n";
$stmt = $db->prepare('SELECT ?::int + 4');
foreach ([1, 2, 3] as $value) {
    $before = $counter->count();
    $stmt->execute([$value]);
    echo $stmt->fetchColumn(), ', round trips ', $counter->count() - $before, "\n";
}
unset($stmt);

echo "two that live\n";
$one = $db->prepare('SELECT ?::int + 4');
$two = $db->prepare('SELECT ?::int + 4');
$one->execute([1]);
$two->execute([2]);
$one->execute([3]);
var_dump($one->fetchColumn(), $two->fetchColumn());
unset($one, $two);
echo json_encode(on_server($db)), "\n";

echo "never kept\n";
unset($db);
$db = cached(8);
run('emulated', $db, 'SELECT 1', [], [PDO::ATTR_EMULATE_PREPARES => true]);
run('not prepared', $db, 'SELECT 2', [], [Pdo\Pgsql::ATTR_DISABLE_PREPARES => true]);
run('scrollable', $db, 'SELECT 3', [], [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
run('constant moment', $db, "SELECT 'now'::timestamp > '2000-01-01'");
run('no plan', $db, 'SHOW standard_conforming_strings');
run('an error', $db, 'SELECT 7');
try {
    $db->query('SELECT nothing FROM nowhere');
} catch (PDOException $e) {
    echo $e->getCode(), "\n";
}
echo json_encode(on_server($db)), "\n";

echo "many texts\n";
for ($i = 0; $i < 200; $i++) {
    $db->query("SELECT $i")->fetchAll();
}
var_dump(count(on_server($db)) <= 8);
$db->beginTransaction();
for ($i = 0; $i < 300; $i++) {
    $db->query("SELECT $i")->fetchAll();
}
var_dump(count(on_server($db)) <= 73);
$db->commit();
var_dump(count(on_server($db)) <= 8);
?>
--EXPECT--
in the main script
first: [[2]], round trips 1, hits=0, misses=1, evicted=0
again: [[3]], round trips 1, hits=1, misses=1, evicted=0
in a coroutine
again: [[4]], round trips 1, hits=2, misses=1, evicted=0
another: [[3]], round trips 1, hits=2, misses=2, evicted=0
a third: [[3]], round trips 1, hits=2, misses=3, evicted=1
the second: [[4]], round trips 1, hits=3, misses=3, evicted=1
the first: [[5]], round trips 1, hits=3, misses=4, evicted=2
query after it: [[3]], round trips 1, hits=3, misses=5, evicted=3
["SELECT $1::int + 1","SELECT 3"]
executed again
5, round trips 1
6, round trips 1
7, round trips 1
two that live
int(7)
int(6)
["SELECT $1::int + 4","SELECT $1::int + 4"]
never kept
emulated: [[1]], round trips 1, hits=0, misses=0, evicted=0
not prepared: [[2]], round trips 1, hits=0, misses=0, evicted=0
scrollable: [[3]], round trips 5, hits=0, misses=0, evicted=0
constant moment: [[true]], round trips 1, hits=0, misses=0, evicted=0
no plan: [["on"]], round trips 1, hits=0, misses=0, evicted=0
an error: [[7]], round trips 1, hits=0, misses=1, evicted=0
42P01
["SELECT 7"]
many texts
bool(true)
bool(true)
bool(true)
