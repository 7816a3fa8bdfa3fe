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

/* statement => does the next coroutine get the same connection? */
$statements = [
    'SELECT 1' => true,
    'SELECT count(*), max(id), now(), md5(\'x\') FROM pool_session' => true,
    "SELECT j @> '{}' FROM pool_session" => true,
    'INSERT INTO pool_session (j) VALUES (\'{"a": "set_config("}\')' => true,
    'BEGIN; SELECT 1; COMMIT' => true,
    'SELECT /* SET x /* nested */ y */ 1 -- SET z' => true,
    'SELECT $$ SET x $$, \'it\'\'s\', E\'it\\\'s\'' => true,
    'SELECT * FROM generate_series(1, 2) AS g(i)' => true,
    'SET LOCAL work_mem = \'1MB\'' => true,
    'BEGIN' => true,
    "SET work_mem = '1MB'" => false,
    'SELECT 1; SET extra_float_digits = 0' => false,
    "SELECT set_config('work_mem', '2MB', false)" => false,
    "SELECT pg_catalog . set_config('work_mem', '2MB', false)" => false,
    "SELECT \"set_config\"('work_mem', '2MB', false)" => false,
    "SELECT pg_advisory_lock($key)" => false,
    'CREATE TEMP TABLE pool_session_temp (id int)' => false,
    'SELECT 1 AS a INTO TEMPORARY pool_session_temp' => false,
    'CREATE TABLE pg_temp.pool_session_temp (id int)' => false,
    'CREATE TABLE "pg_temp".pool_session_temp (id int)' => false,
    "UPDATE pg_settings SET setting = '2MB' WHERE name = 'work_mem'" => false,
    "-- a comment\rSET work_mem = '2MB'" => false,
    'CREATE TABLE test.pg_temp.pool_session_temp (id int)' => false,
    "SELECT id AS into, pool_session_f() FROM (SELECT 1 AS id) t" => false,
    "SELECT E'a'\n'\\'', set_config('work_mem', '2MB', false), ' '" => false,
    "SELECT pg_advisory_lock($key); SELECT query_to_xml('selekt', true, true, '')" => false,
    'DEALLOCATE ALL' => false,
    'PREPARE pool_session_p AS SELECT 1' => false,
    'LISTEN pool_session' => false,
    'SET ROLE NONE' => false,
    'DECLARE pool_session_c CURSOR WITH HOLD FOR SELECT 1' => false,
    'SELECT pool_session_f()' => false,
    /* Nothing in the text, but the server tells: reset. */
    'SELECT * FROM pool_session_v' => true,
    'CREATE OR REPLACE VIEW pool_session_v AS SELECT pool_session_f() AS f' => true,
    'DO $$ BEGIN END $$' => false,
];
/* Everything that could have been left behind. */
$look = "SELECT current_setting('work_mem') || current_setting('TimeZone') || current_setting('extra_float_digits') || current_user
    || (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')
    || (SELECT count(*) FROM pg_class WHERE relname = 'pool_session_temp')
    || (SELECT count(*) FROM pg_prepared_statements WHERE name = 'pool_session_p') || (SELECT count(*) FROM pg_cursors WHERE name LIKE 'pool%')";
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$clean = pgsql_connect()->query($look)->fetchColumn();
foreach ($statements as $sql => $same) {
    $before = Async\await(Async\spawn(function () use ($db, $sql, $pid) {
        try {
            $db->exec($sql);
        } catch (PDOException) {
            /* It may have done something before. */
        }
        return $pid();
    }));
    [$after, $seen] = Async\await(Async\spawn(fn() => [$pid(), $db->query($look)->fetchColumn()]));
    if (($before === $after) !== $same) {
        echo $same ? 'needlessly closed: ' : 'kept: ', $sql, "\n";
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
35 statements
string(3) "3MB"
bool(true)
bool(true)
