--TEST--
What one coroutine leaves in its session never reaches the next
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

$db = pgsql_pool(max: 1);
$key = pgsql_lock_key();
$owner = pgsql_connect();
$owner->exec('CREATE TABLE IF NOT EXISTS pool_session (id serial, j jsonb)');
$owner->exec("CREATE OR REPLACE FUNCTION pool_session_f() RETURNS text LANGUAGE sql AS \$\$ SELECT set_config('TimeZone', 'Asia/Tokyo', false) \$\$");
$owner->exec('CREATE OR REPLACE VIEW pool_session_v AS SELECT pool_session_f() AS f');

/* statement => is the session left as it was, reset, or closed? */
$statements = [
    'SELECT 1' => 'clean',
    'SELECT count(*), max(id), now(), md5(\'x\') FROM pool_session' => 'clean',
    "SELECT j @> '{}' FROM pool_session" => 'clean',
    'INSERT INTO pool_session (j) VALUES (\'{"a": "set_config("}\')' => 'clean',
    'BEGIN; SELECT 1; COMMIT' => 'clean',
    'SELECT /* SET x /* nested */ y */ 1 -- SET z' => 'clean',
    'SELECT $$ SET x $$, \'it\'\'s\', E\'it\\\'s\'' => 'clean',
    'SELECT * FROM generate_series(1, 2) AS g(i)' => 'clean',
    'SET LOCAL work_mem = \'1MB\'' => 'clean',
    'BEGIN' => 'clean',
    "SELECT set_config('work_mem', '2MB', true)" => 'clean',
    "SELECT set_config('work_mem', (SELECT '2MB'), true), 1" => 'clean',
    "SELECT set_config('work_mem', '2MB', (SELECT false AND true))" => 'reset',
    "SELECT set_config('work_mem', '2MB', true AND false)" => 'reset',
    "SELECT set_config('work_mem', '2MB', true), set_config('work_mem', '2MB', false)" => 'reset',
    'SELECT no_such_function(1)' => 'clean',
    'SELECT pool_session_f(), no_such_function(1)' => 'clean',
    "SELECT pg_advisory_lock($key); SELECT no_such_function(1)" => 'reset',
    "SET work_mem = '1MB'" => 'reset',
    'SELECT 1; SET extra_float_digits = 0' => 'reset',
    "SELECT set_config('work_mem', '2MB', false)" => 'reset',
    "SELECT pg_catalog . set_config('work_mem', '2MB', false)" => 'reset',
    "SELECT \"set_config\"('work_mem', '2MB', false)" => 'reset',
    "SELECT pg_advisory_lock($key)" => 'reset',
    'CREATE TEMP TABLE pool_session_temp (id int)' => 'reset',
    'SELECT 1 AS a INTO TEMPORARY pool_session_temp' => 'reset',
    'CREATE TABLE pg_temp.pool_session_temp (id int)' => 'reset',
    'CREATE TABLE "pg_temp".pool_session_temp (id int)' => 'reset',
    "UPDATE pg_settings SET setting = '2MB' WHERE name = 'work_mem'" => 'reset',
    "-- a comment\rSET work_mem = '2MB'" => 'reset',
    'CREATE TABLE test.pg_temp.pool_session_temp (id int)' => 'reset',
    "SELECT id AS into, pool_session_f() FROM (SELECT 1 AS id) t" => 'reset',
    "SELECT E'a'\n'\\'', set_config('work_mem', '2MB', false), ' '" => 'reset',
    "SELECT pg_advisory_lock($key); SELECT query_to_xml('selekt', true, true, '')" => 'reset',
    'DEALLOCATE ALL' => 'reset',
    'PREPARE pool_session_p AS SELECT 1' => 'reset',
    'LISTEN pool_session' => 'reset',
    'SET ROLE NONE' => 'reset',
    'DECLARE pool_session_c CURSOR WITH HOLD FOR SELECT 1' => 'reset',
    'SELECT pool_session_f()' => 'reset',
    /* Nothing in the text, but the server tells: reset. */
    'SELECT * FROM pool_session_v' => 'reset',
    'CREATE OR REPLACE VIEW pool_session_v AS SELECT pool_session_f() AS f' => 'clean',
    'DO $$ BEGIN END $$' => 'reset',
    /* What no reset undoes. */
    "LOAD 'plpgsql'" => 'closed',
    'SELECT dblink_connect(1)' => 'clean',
    'SELECT pool_session_f(); SELECT dblink_connect(1)' => 'closed',
];
/* Everything that could have been left behind. */
$look = "SELECT current_setting('work_mem') || current_setting('TimeZone') || current_setting('extra_float_digits') || current_user
    || (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')
    || (SELECT count(*) FROM pg_class WHERE relname = 'pool_session_temp')
    || (SELECT count(*) FROM pg_prepared_statements WHERE name = 'pool_session_p') || (SELECT count(*) FROM pg_cursors WHERE name LIKE 'pool%')";
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$clean = pgsql_connect()->query($look)->fetchColumn();
foreach ($statements as $sql => $expected) {
    $resets = $db->getPool()->getStats()['resets'];
    $before = Async\await(Async\spawn(function () use ($db, $sql, $pid) {
        try {
            $db->exec($sql);
        } catch (PDOException) {
            /* It may have done something before. */
        }
        return $pid();
    }));
    [$after, $seen] = Async\await(Async\spawn(fn() => [$pid(), $db->query($look)->fetchColumn()]));
    $was_reset = $db->getPool()->getStats()['resets'] - $resets;
    $outcome = $before !== $after ? 'closed' : ($was_reset ? 'reset' : 'clean');
    if ($outcome !== $expected) {
        echo "$outcome instead of $expected: $sql\n";
    }
    if ($seen !== $clean) {
        echo "seen after $sql: $seen\n";
    }
}
echo count($statements), " statements\n";

/* A prepared statement says so, too; and the coroutine itself keeps what it made. */
Async\await(Async\spawn(function () use ($db, $pid) {
    $db->prepare('SELECT set_config(?, ?, false)')->execute(['work_mem', '3MB']);
    $kept = $pid();
    Async\delay(1);
    var_dump($db->query("SELECT current_setting('work_mem')")->fetchColumn(), $kept === $pid());
}));
var_dump(Async\await(Async\spawn(fn() => $db->query($look)->fetchColumn())) === $clean);
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_connect();
$db->exec('DROP VIEW IF EXISTS pool_session_v');
$db->exec('DROP FUNCTION IF EXISTS pool_session_f');
$db->exec('DROP TABLE IF EXISTS pool_session');
?>
--EXPECTF--
Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
46 statements
string(3) "3MB"
bool(true)
bool(true)
