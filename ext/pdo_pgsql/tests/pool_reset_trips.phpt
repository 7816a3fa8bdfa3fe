--TEST--
A reset takes one round trip, with what was adopted, and a clean session none
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
$options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION];

function trips(string $what, callable $work): void
{
    global $counter;
    $before = $counter->count();
    $work();
    echo '  ', $what, ': ', $counter->count() - $before, "\n";
}


$db = new PDO($dsn, null, null, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_INIT => "SET work_mem = '2MB'"]);
$db->exec("SET TimeZone = 'Asia/Tokyo'");
$db->exec("SET search_path = nowhere");
$run = function (string $sql) use ($db): void {
    Async\await(Async\spawn(fn() => $db->exec($sql)));
    Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
};
/* Each time two statements, and what is between them. */
trips('clean', fn() => $run('SELECT 1'));
trips('temporary table', fn() => $run('CREATE TEMP TABLE t AS SELECT 1'));
trips('setting', fn() => $run('SET search_path = public'));
trips('prepared as text', fn() => $run('PREPARE p AS SELECT 1'));
trips('transaction left open', fn() => $run("BEGIN; SET TimeZone = 'Europe/Paris'"));
echo '  ', $db->query("SELECT current_setting('TimeZone') || ' ' || current_setting('search_path') || ' ' || current_setting('work_mem')")->fetchColumn(),
    ', resets ', $db->getPool()->getStats()['resets'], "\n";
?>
--EXPECTF--
  clean: 2
  temporary table: 3
  setting: 3
  prepared as text: 4

Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
  transaction left open: 4
  Asia/Tokyo nowhere 2MB, resets 4
