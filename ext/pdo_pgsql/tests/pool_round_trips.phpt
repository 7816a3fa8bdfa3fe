--TEST--
A pooled handle pays one round trip where stock PDO pays three
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
--INI--
pdo.pool_stmt_cache_size=0
--FILE--
<?php
require __DIR__ . '/async.inc';
require __DIR__ . '/turn_counter.inc';

$counter = new TurnCounter();
$dsn = pgsql_dsn_at('127.0.0.1', $counter->port) . ' sslmode=disable gssencmode=disable';
$options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION];

function trips(string $what, callable $work): void
{
    global $counter;
    $before = $counter->count();
    $work();
    echo '  ', $what, ': ', $counter->count() - $before, "\n";
}

function measure(PDO $db): void
{
    $db->exec('SELECT 1');
    trips('query', function () use ($db) { $db->query('SELECT 1')->fetchAll(); });
    trips('query again', function () use ($db) { $db->query('SELECT 1')->fetchAll(); });
    trips('prepare and execute', function () use ($db) { $db->prepare('SELECT ?::int')->execute([1]); });
    $stmt = $db->prepare('SELECT ?::int');
    foreach (['first', 'second', 'third'] as $i => $which) {
        trips("$which execution", function () use ($stmt, $i) { $stmt->execute([$i]); });
        if ($stmt->fetchColumn() !== $i) {
            echo "wrong result\n";
        }
    }
    trips('end of the statement', function () use (&$stmt) { $stmt = null; });
    trips('query after it', function () use ($db) { $db->query('SELECT 1')->fetchAll(); });
    trips('exec', function () use ($db) { $db->exec('SELECT 1'); });
    trips('failing query', function () use ($db) {
        try {
            $db->query('SELECT 1/0');
        } catch (PDOException $e) {
        }
    });
    /* That of the failing query is kept by PDO up to here, so stock PDO has not deallocated it. */
    $left = $db->query("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'pdo_stmt_%' AND statement NOT LIKE '%pg_prepared%'")->fetchColumn();
    echo "  statements left on the server: $left\n";
}
echo "stock\n";
measure(new PDO($dsn, null, null, $options + [PDO::ATTR_POOL_ENABLED => false]));
echo "pooled\n";
measure(new PDO($dsn, null, null, $options + [PDO::ATTR_POOL_ENABLED => true]));
echo "pooled, in a coroutine\n";
Async\await(Async\spawn('measure', new PDO($dsn, null, null, $options + [PDO::ATTR_POOL_ENABLED => true])));
?>
--EXPECT--
stock
  query: 3
  query again: 3
  prepare and execute: 3
  first execution: 2
  second execution: 1
  third execution: 1
  end of the statement: 1
  query after it: 3
  exec: 1
  failing query: 2
  statements left on the server: 1
pooled
  query: 1
  query again: 1
  prepare and execute: 1
  first execution: 1
  second execution: 1
  third execution: 1
  end of the statement: 0
  query after it: 1
  exec: 1
  failing query: 1
  statements left on the server: 0
pooled, in a coroutine
  query: 1
  query again: 1
  prepare and execute: 1
  first execution: 1
  second execution: 1
  third execution: 1
  end of the statement: 0
  query after it: 1
  exec: 1
  failing query: 1
  statements left on the server: 0
