--TEST--
Kept statements survive a reset of the session, and are not used where a session has given their text another meaning
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
$admin = pgsql_connect();
$admin->exec('CREATE TABLE pool_cache_s (a text)');
$admin->exec("INSERT INTO pool_cache_s VALUES ('of all')");
$admin->exec(<<<'SQL'
    CREATE FUNCTION pool_cache_prepares() RETURNS int LANGUAGE plpgsql AS
        $$BEGIN EXECUTE 'PREPARE pool_cache_secret AS SELECT 42'; RETURN 1; END$$;
    CREATE VIEW pool_cache_v AS SELECT pool_cache_prepares() AS prepared
    SQL);

function cached(int $reset): PDO
{
    return new PDO($GLOBALS['dsn'], null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 10, PDO::ATTR_POOL_RESET => $reset]);
}

function in(callable $work): mixed
{
    return Async\await(Async\spawn($work));
}

function delta(PDO $db, string $what, callable $work): void
{
    global $counter;
    $before = $db->getPool()->getStats();
    $trips = $counter->count();
    $result = in($work);
    $trips = $counter->count() - $trips;
    $after = $db->getPool()->getStats();
    echo $what, ': ', $result, ', hits ', $after['stmt_cache']['hits'] - $before['stmt_cache']['hits'],
        ', resets ', $after['resets'] - $before['resets'], ', round trips ', $trips, "\n";
}

$sql = 'SELECT a FROM pool_cache_s';
$ask = function (PDO $db) use ($sql) {
    return $db->query($sql)->fetchColumn();
};

echo "reset when it is dirty\n";
$db = null;
$db = cached(PDO::POOL_RESET_AUTO);
in(fn() => $ask($db));
in(fn() => $db->exec('SET work_mem = 4711'));
in(fn() => $db->query('SELECT 1')->fetchAll());
delta($db, 'after it', fn() => $ask($db));
in(fn() => $db->exec("PREPARE pool_cache_secret AS SELECT 42"));
in(fn() => $db->query('SELECT 1')->fetchAll());
delta($db, 'after PREPARE', fn() => $ask($db));
delta($db, 'leak', function () use ($db) {
    try {
        return $db->query('EXECUTE pool_cache_secret')->fetchColumn();
    } catch (PDOException $e) {
        return $e->getCode();
    }
});

echo "always reset\n";
$db = null;
$db = cached(PDO::POOL_RESET_ALWAYS);
in(fn() => $ask($db));
delta($db, 'again', fn() => $ask($db));
delta($db, 'again', fn() => $ask($db));
delta($db, 'exec', fn() => $db->exec('SELECT 1'));
delta($db, 'alone in its transaction', fn() => $db->exec('VACUUM pool_cache_s'));
delta($db, 'behind the text', fn() => $db->query('SELECT prepared FROM pool_cache_v')->fetchColumn());
delta($db, 'kept', fn() => $ask($db));
delta($db, 'again', fn() => $ask($db));
in(fn() => $db->query('SELECT prepared FROM pool_cache_v')->fetchColumn());
delta($db, 'leak', function () use ($db) {
    try {
        return $db->query('EXECUTE pool_cache_secret')->fetchColumn();
    } catch (PDOException $e) {
        return $e->getCode();
    }
});
echo json_encode($db->getPool()->getStats()['destroyed']['reset_failed']), "\n";

echo "another meaning\n";
$db = null;
$db = cached(PDO::POOL_RESET_AUTO);
$noon = "SELECT extract(epoch FROM '2020-01-01 12:00'::timestamptz)::int";
$db->exec("SET TimeZone = 'UTC'");
echo in(fn() => $ask($db)), ' ', in(fn() => $db->query($noon)->fetchColumn()), "\n";
in(function () use ($db, $ask, $noon) {
    $db->exec("SET TimeZone = 'Asia/Tokyo'");
    echo $db->query($noon)->fetchColumn(), ' ';
    $db->exec('CREATE TEMPORARY TABLE pool_cache_s AS SELECT text \'of one\' AS a');
    echo $ask($db), "\n";
});
in(function () use ($db, $noon) {
    $db->beginTransaction();
    $db->exec("SET LOCAL TimeZone = 'Asia/Tokyo'");
    echo $db->query($noon)->fetchColumn(), ' ';
    $db->query("SELECT set_config('TimeZone', 'UTC', true)")->fetchAll();
    echo $db->query($noon)->fetchColumn(), ' ';
    $db->rollBack();
    echo $db->query($noon)->fetchColumn(), "\n";
});
delta($db, 'as ever', fn() => $db->query($noon)->fetchColumn());
delta($db, 'as ever', fn() => $ask($db));

echo "adopted\n";
$db = null;
$db = cached(PDO::POOL_RESET_AUTO);
echo $db->query($noon)->fetchColumn() > 0, ' ';
foreach (['UTC', 'Asia/Tokyo'] as $zone) {
    $db->exec("SET TimeZone = '$zone'");
    echo $db->query($noon)->fetchColumn(), ' ';
}
$db->exec('SET standard_conforming_strings = on');
echo $db->query("SELECT '\\\\'")->fetchColumn(), ' ';
$db->exec('SET standard_conforming_strings = off; SET escape_string_warning = off');
echo $db->query("SELECT '\\\\'")->fetchColumn(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS pool_cache_s; DROP VIEW IF EXISTS pool_cache_v; DROP FUNCTION IF EXISTS pool_cache_prepares()');
?>
--EXPECT--
reset when it is dirty
after it: of all, hits 1, resets 0, round trips 1
after PREPARE: of all, hits 1, resets 0, round trips 1
leak: 26000, hits 0, resets 0, round trips 1
always reset
again: of all, hits 1, resets 1, round trips 1
again: of all, hits 1, resets 1, round trips 1
exec: 0, hits 0, resets 1, round trips 1
alone in its transaction: 0, hits 0, resets 1, round trips 1
behind the text: 1, hits 0, resets 1, round trips 1
kept: of all, hits 1, resets 1, round trips 4
again: of all, hits 0, resets 1, round trips 1
leak: 26000, hits 0, resets 1, round trips 3
0
another meaning
of all 1577880000
1577847600 of one
1577847600 1577880000 1577880000
as ever: 1577880000, hits 1, resets 0, round trips 1
as ever: of all, hits 1, resets 0, round trips 1
adopted
1 1577880000 1577847600 \\ \
