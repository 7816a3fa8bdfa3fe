--TEST--
What POOL_RESET_ALWAYS sends travels with the next command, and is awaited only where that could run on top of a failure
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

function always(array $options = []): PDO
{
    return new Pdo\Pgsql($GLOBALS['dsn'], null, null, $options + [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS]);
}

/* Round trips of the work in a coroutine, after another one has used the connection. */
function trips(string $what, PDO $db, callable $work): void
{
    global $counter;
    Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
    $before = $counter->count();
    $resets = $db->getPool()->getStats()['resets'];
    Async\await(Async\spawn($work));
    echo $what, ': ', $counter->count() - $before, ', resets ', $db->getPool()->getStats()['resets'] - $resets, "\n";
}

$db = always();
trips('exec', $db, fn() => $db->exec('SELECT 1'));
trips('query', $db, fn() => $db->query('SELECT 1')->fetchAll());
trips('prepare and execute', $db, fn() => $db->prepare('SELECT ?::int')->execute([1]));
trips('two executions', $db, function () use ($db) {
    $stmt = $db->prepare('SELECT ?::int');
    $stmt->execute([1]);
    $stmt->execute([2]);
});
trips('transaction of two statements', $db, function () use ($db) {
    $db->beginTransaction();
    $db->exec('SELECT 1');
    $db->commit();
});
trips('alone in its transaction', $db, fn() => $db->exec('VACUUM pg_catalog.pg_class'));
trips('an error', $db, function () use ($db) {
    try {
        $db->exec('SELECT 1 / 0');
    } catch (PDOException $e) {
        echo $e->getCode(), ' ';
    }
});
trips('several statements', $db, fn() => $db->exec('SELECT 1; SELECT 2'));
trips('COPY', $db, fn() => $db->copyToArray('(SELECT 1)'));
trips('getNotify', $db, fn() => $db->getNotify());
trips('nothing that needs the server', $db, fn() => $db->quote("it's"));

$db = always();
$db->exec("SET TimeZone = 'Asia/Tokyo'");
trips('adopted setting', $db, fn() => $db->exec('SELECT 1'));
echo Async\await(Async\spawn(fn() => $db->query("SELECT current_setting('TimeZone')")->fetchColumn())), "\n";
$db = always();
$db->exec('SET ROLE NONE');
trips('adopted role', $db, fn() => $db->exec('SELECT 1'));
$db = always([PDO::ATTR_POOL_INIT => 'SET work_mem = 4711']);
trips('init', $db, fn() => $db->exec('SELECT 1'));
?>
--EXPECT--
exec: 1, resets 1
query: 1, resets 1
prepare and execute: 1, resets 1
two executions: 2, resets 1
transaction of two statements: 2, resets 1
alone in its transaction: 1, resets 1
22012 an error: 1, resets 1
several statements: 2, resets 1
COPY: 2, resets 1
getNotify: 1, resets 1
nothing that needs the server: 0, resets 1
adopted setting: 1, resets 1
Asia/Tokyo
adopted role: 2, resets 1
init: 2, resets 1
