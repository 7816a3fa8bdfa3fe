--TEST--
What each way to change a session of MariaDB through ODBC comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('maria')) {
    die('skip needs the driver for MariaDB');
}
?>
--FILE--
<?php
require __DIR__ . '/pool_matrix.inc';
$changes = [
    'variable' => ['SET @pool_matrix = 4711', 'SELECT COALESCE(@pool_matrix = 4711, 0)'],
    'setting' => ['SET SESSION group_concat_max_len = 4711', 'SELECT @@session.group_concat_max_len = 4711'],
    'time zone' => ["SET time_zone = '+09:00'", "SELECT @@session.time_zone = '+09:00'"],
    'mode' => ["SET SESSION sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'", "SELECT @@session.sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'"],
    'table' => ['CREATE TEMPORARY TABLE pool_matrix_temp (id INT)', 'SELECT 1 FROM pool_matrix_temp RIGHT JOIN (SELECT 1) AS one ON TRUE'],
    'lock' => ["DO GET_LOCK('pool_matrix_odbc', 0)", "SELECT COALESCE(IS_USED_LOCK('pool_matrix_odbc') = CONNECTION_ID(), 0)"],
];
$owner = odbc_plain();
$end = function () use ($owner, $changes) {
    foreach (array_keys(array_values($changes)) as $i) {
        foreach (["DROP VIEW IF EXISTS odbc_matrix_{$i}_v", "DROP TABLE IF EXISTS odbc_matrix_{$i}_t", "DROP PROCEDURE IF EXISTS odbc_matrix_{$i}_p",
                "DROP FUNCTION IF EXISTS odbc_matrix_$i"] as $sql) {
            $owner->exec($sql);
        }
    }
};
$end();
foreach (array_values($changes) as $i => [$command]) {
    $f = "odbc_matrix_$i";
    foreach (["CREATE FUNCTION $f() RETURNS INT MODIFIES SQL DATA BEGIN $command; RETURN 1; END", "CREATE PROCEDURE {$f}_p() BEGIN $command; END",
            "CREATE TABLE {$f}_t (id INT) ENGINE=InnoDB", "CREATE TRIGGER {$f}_r BEFORE INSERT ON {$f}_t FOR EACH ROW SET NEW.id = $f()",
            "CREATE VIEW {$f}_v AS SELECT $f() AS id"] as $sql) {
        $owner->exec($sql);
    }
}
odbc_matrix('ODBC, MariaDB', [
    'exec' => '%s',
    'prepare' => ['%s'],
    'behind a comment' => "/* it's */ -- so\n # and\n %s",
    'in a versioned comment' => '/*!50000 %s */',
    'function' => 'DO odbc_matrix_%i()',
    'function, prepared' => ['SELECT odbc_matrix_%i()'],
    'function in quotes' => 'DO `odbc_matrix_%i` ( )',
    'function in WHERE' => 'SELECT 1 FROM DUAL WHERE odbc_matrix_%i() = 1',
    'procedure' => 'CALL odbc_matrix_%i_p()',
    'procedure, as ODBC writes it' => '{call odbc_matrix_%i_p()}',
    'function in a derived table' => 'SELECT a.x FROM (SELECT 1 AS x) AS a JOIN (SELECT odbc_matrix_%i() AS y) AS b',
    'trigger' => 'INSERT INTO odbc_matrix_%i_t VALUES (1)',
    'view' => 'SELECT * FROM odbc_matrix_%i_v',
], $changes);
$end();
?>
--EXPECT--
matrix: ODBC, MariaDB
exec | closed | closed
prepare | closed | closed
behind a comment | closed | closed
in a versioned comment | closed | closed
function | closed | closed
function, prepared | closed | closed
function in quotes | closed | closed
function in WHERE | closed | closed
procedure | closed | closed
procedure, as ODBC writes it | closed | closed
function in a derived table | closed | closed
trigger | LEAK (variable, setting, time zone, table, lock); clean (mode) | closed
view | LEAK (variable, setting, time zone, table, lock); clean (mode) | closed
cases: 78, leaks with ALWAYS: 0
