--TEST--
What each way to change a session of PostgreSQL through ODBC comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('postgres')) {
    die('skip needs the driver for PostgreSQL');
}
?>
--FILE--
<?php
require __DIR__ . '/pool_matrix.inc';
$changes = [
    'setting' => ["SET pool_matrix.x = 'leak'", "SELECT (current_setting('pool_matrix.x', true) = 'leak')::int"],
    'time zone' => ["SET TIME ZONE 'Asia/Tokyo'", "SELECT (current_setting('TimeZone') = 'Asia/Tokyo')::int"],
    'path' => ['SET search_path = odbc_matrix_path', "SELECT (current_setting('search_path') = 'odbc_matrix_path')::int"],
    'table' => ['CREATE TEMP TABLE odbc_matrix_temp (id int)', "SELECT (to_regclass('pg_temp.odbc_matrix_temp') IS NOT NULL)::int"],
    'lock' => ['SELECT pg_advisory_lock(4712)', "SELECT least(count(*), 1) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"],
    'channel' => ['LISTEN odbc_matrix', 'SELECT least(count(*), 1) FROM pg_listening_channels()'],
];
$owner = odbc_plain();
$owner->exec('DROP SCHEMA IF EXISTS odbc_matrix CASCADE');
$owner->exec('CREATE SCHEMA odbc_matrix');
foreach (array_values($changes) as $i => [$command]) {
    $q = str_replace("'", "''''", $command);
    foreach (["CREATE FUNCTION odbc_matrix.f$i() RETURNS int LANGUAGE plpgsql VOLATILE AS 'BEGIN EXECUTE ''$q''; RETURN 1; END'",
            "CREATE FUNCTION odbc_matrix.r$i() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM odbc_matrix.f$i(); RETURN NEW; END'",
            "CREATE PROCEDURE odbc_matrix.p$i() LANGUAGE plpgsql AS 'BEGIN PERFORM odbc_matrix.f$i(); END'",
            "CREATE TABLE odbc_matrix.t$i (id int)",
            "CREATE TRIGGER t BEFORE INSERT ON odbc_matrix.t$i FOR EACH ROW EXECUTE FUNCTION odbc_matrix.r$i()",
            "CREATE TABLE odbc_matrix.d$i (id int DEFAULT odbc_matrix.f$i())",
            "CREATE VIEW odbc_matrix.v$i AS SELECT odbc_matrix.f$i() AS id"] as $sql) {
        $owner->exec($sql);
    }
}
odbc_matrix('ODBC, PostgreSQL', [
    'exec' => '%s',
    'prepare' => ['%s'],
    'second of two' => 'SELECT 1; %s',
    'first of two' => '%s; SELECT 1',
    'behind a comment' => "/* it's */ -- so\n %s",
    'DO' => "DO 'BEGIN EXECUTE ''%q''; END'",
    'function' => 'SELECT odbc_matrix.f%i()',
    'function, prepared' => ['SELECT odbc_matrix.f%i()'],
    'function in quotes' => 'SELECT "odbc_matrix" . "f%i" ( )',
    'function in WHERE' => 'SELECT 1 WHERE odbc_matrix.f%i() = 1',
    'procedure' => 'CALL odbc_matrix.p%i()',
    'trigger' => 'INSERT INTO odbc_matrix.t%i VALUES (1)',
    'default' => 'INSERT INTO odbc_matrix.d%i DEFAULT VALUES',
    'view' => 'SELECT * FROM odbc_matrix.v%i',
], $changes);
$owner->exec('DROP SCHEMA odbc_matrix CASCADE');
?>
--EXPECT--
matrix: ODBC, PostgreSQL
exec | reset | reset
prepare | reset | reset
second of two | reset | reset
first of two | reset | reset
behind a comment | reset | reset
DO | reset | reset
function | reset | reset
function, prepared | reset | reset
function in quotes | reset | reset
function in WHERE | reset | reset
procedure | reset | reset
trigger | LEAK | reset
default | LEAK | reset
view | LEAK | reset
cases: 84, leaks with ALWAYS: 0
