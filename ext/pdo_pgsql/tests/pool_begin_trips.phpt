--TEST--
BEGIN travels with the first command of a transaction, and an empty transaction costs nothing
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

function trips(PDO $db, string $what, callable $work, string $end = 'commit'): void
{
    global $counter;
    $before = $counter->count();
    $db->beginTransaction();
    $work();
    $db->$end();
    echo '  ', $what, ': ', $counter->count() - $before, "\n";
}

function measure(PDO $db): void
{
    $db->exec('CREATE TEMPORARY TABLE pool_begin (id int)');
    trips($db, 'nothing', function () { });
    trips($db, 'nothing, rolled back', function () { }, 'rollBack');
    trips($db, 'exec', function () use ($db) { $db->exec('INSERT INTO pool_begin VALUES (1)'); });
    trips($db, 'query', function () use ($db) { $db->query('SELECT 1')->fetchAll(); });
    trips($db, 'prepare and execute', function () use ($db) { $db->prepare('SELECT ?::int')->execute([1]); });
    $stmt = $db->prepare('SELECT ?::int');
    trips($db, 'prepared before', function () use ($stmt) { $stmt->execute([2]); });
    trips($db, 'executed before', function () use ($stmt) { $stmt->execute([3]); });
    trips($db, 'two commands', function () use ($db) {
        $db->exec('INSERT INTO pool_begin VALUES (2)');
        $db->exec('INSERT INTO pool_begin VALUES (3)');
    });
    trips($db, 'several in one text', function () use ($db) { $db->exec('SELECT 1; SELECT 2'); });
}
foreach (['ordinary' => false, 'pooled' => true] as $kind => $pooled) {
    echo "$kind\n";
    measure(new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => $pooled]));
}
echo "pooled, in a coroutine, with kept statements\n";
Async\await(Async\spawn('measure', new PDO($dsn, null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_STMT_CACHE_SIZE => 10])));
?>
--EXPECT--
ordinary
  nothing: 2
  nothing, rolled back: 2
  exec: 3
  query: 5
  prepare and execute: 5
  prepared before: 4
  executed before: 3
  two commands: 4
  several in one text: 3
pooled
  nothing: 0
  nothing, rolled back: 0
  exec: 2
  query: 2
  prepare and execute: 2
  prepared before: 2
  executed before: 2
  two commands: 3
  several in one text: 3
pooled, in a coroutine, with kept statements
  nothing: 0
  nothing, rolled back: 0
  exec: 2
  query: 2
  prepare and execute: 2
  prepared before: 2
  executed before: 2
  two commands: 3
  several in one text: 3
