--TEST--
What each way to change a session of SQLite through ODBC comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('sqlite')) {
    die('skip needs the driver for SQLite');
}
?>
--FILE--
<?php
require __DIR__ . '/pool_matrix.inc';
$other = __DIR__ . '/pool_matrix_other.sqlite';
@unlink($other);
$owner = odbc_plain();
odbc_table($owner, 'pool_matrix', 'id INTEGER');
$temporary = "SELECT COUNT(*) FROM sqlite_temp_master WHERE name = 'pool_matrix_x'";
odbc_matrix('ODBC, SQLite', [
    'exec' => '%s',
    'prepare' => ['%s'],
    'behind a comment' => "/* it's */ -- so\n %s",
    'in front of a comment' => '%s -- so',
], [
    'foreign keys' => ['PRAGMA foreign_keys = 1', 'SELECT foreign_keys FROM pragma_foreign_keys'],
    'cache' => ['PRAGMA cache_size = 4711', 'SELECT cache_size = 4711 FROM pragma_cache_size'],
    'read only' => ['PRAGMA main . query_only ( 1 )', 'SELECT query_only FROM pragma_query_only'],
    'recursion' => ['PRAGMA "recursive_triggers" = 1', 'SELECT recursive_triggers FROM pragma_recursive_triggers'],
    'LIKE' => ['PRAGMA case_sensitive_like = 1', "SELECT 'a' NOT LIKE 'A'"],
    'table' => ['CREATE TEMP TABLE pool_matrix_x (id)', $temporary],
    'table in schema' => ['CREATE TABLE "temp".pool_matrix_x (id)', $temporary],
    'view' => ['CREATE TEMPORARY VIEW pool_matrix_x AS SELECT 1', $temporary],
    'trigger' => ['CREATE TEMP TRIGGER pool_matrix_x AFTER INSERT ON pool_matrix BEGIN SELECT 1; END', $temporary],
    'database' => ["ATTACH '$other' AS other", "SELECT COUNT(*) FROM pragma_database_list WHERE name = 'other'"],
]);
$owner->exec('DROP TABLE pool_matrix');
@unlink($other);
?>
--EXPECT--
matrix: ODBC, SQLite
exec | closed | closed
prepare | closed | closed
behind a comment | closed | closed
in front of a comment | closed | closed
cases: 40, leaks with ALWAYS: 0
