--TEST--
What each way to change a session of MySQL comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/../../../ext/pdo/tests/matrix.inc';
require __DIR__ . '/pool.inc';

/* What is changed: the command, and a query that gives 1 for a session in which it was done. */
$changes = [
    'variable' => ['SET @pool_matrix = 4711', 'SELECT COALESCE(@pool_matrix = 4711, 0)'],
    'setting' => ['SET SESSION group_concat_max_len = 4711', 'SELECT @@session.group_concat_max_len = 4711'],
    'time zone' => ["SET time_zone = '+09:00'", "SELECT @@session.time_zone = '+09:00'"],
    'mode' => ["SET SESSION sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'", "SELECT @@session.sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'"],
    'table' => ['CREATE TEMPORARY TABLE pool_matrix_temp (id INT)', 'SELECT 1 FROM pool_matrix_temp RIGHT JOIN (SELECT 1) AS one ON TRUE'],
    'lock' => ["DO GET_LOCK('pool_matrix', 0)", "SELECT COALESCE(IS_USED_LOCK('pool_matrix') = CONNECTION_ID(), 0)"],
];

/* In which way; %s is the command, %f a function that does it. */
$ways = [
    'exec' => '%s',
    'prepare' => ['%s'],
    'second of two' => 'DO 1; %s',
    'first of two' => '%s; DO 1',
    'behind a comment' => "/* it's */ -- so\n # and\n %s",
    'in a versioned comment' => '/*!50000 %s */',
    'function' => 'DO %f()',
    'function, prepared' => ['SELECT %f()'],
    'function in quotes' => 'DO `%f` ( )',
    'function in WHERE' => 'SELECT 1 FROM DUAL WHERE %f() = 1',
    'procedure' => 'CALL %f_p()',
    'prepared as text' => "PREPARE pool_matrix_s FROM '%q'; EXECUTE pool_matrix_s",
    'function in a derived table' => 'SELECT a.x FROM (SELECT 1 AS x) AS a JOIN (SELECT %f() AS y) AS b',
    'trigger' => 'INSERT INTO %f_t VALUES (1)',
    'view' => 'SELECT * FROM %f_v',
];

$owner = mysql_single();
foreach (array_values($changes) as $i => [$command]) {
    $f = "pool_matrix_$i";
    foreach (["DROP FUNCTION IF EXISTS $f", "DROP PROCEDURE IF EXISTS {$f}_p", "DROP TABLE IF EXISTS {$f}_t", "DROP VIEW IF EXISTS {$f}_v",
            "CREATE FUNCTION $f() RETURNS INT MODIFIES SQL DATA BEGIN $command; RETURN 1; END",
            "CREATE PROCEDURE {$f}_p() BEGIN $command; END", "CREATE TABLE {$f}_t (id INT) ENGINE=InnoDB",
            "CREATE TRIGGER {$f}_r BEFORE INSERT ON {$f}_t FOR EACH ROW SET NEW.id = $f()", "CREATE VIEW {$f}_v AS SELECT $f() AS id"] as $sql) {
        $owner->exec($sql);
    }
}

/* One coroutine changes the session, the next one looks. */
function outcome(int $reset, string|array $way, string $probe): string
{
    $db = mysql_pool(1, [PDO::ATTR_POOL_RESET => $reset, PDO::ATTR_POOL_ADOPT_SETUP => false]);
    $id = run(function () use ($db, $way) {
        $stmt = is_array($way) ? $db->prepare($way[0]) : $db->query($way);
        if (is_array($way)) {
            $stmt->execute();
        }
        do {
            $stmt->columnCount() && $stmt->fetchAll();
        } while ($stmt->nextRowset());
        $stmt = null;
        return mysql_id($db);
    });
    while ($db->getPool()->activeCount() > 0) {
        Async\delay(1);
    }
    return run(function () use ($db, $probe, $id) {
        try {
            $found = (int) $db->query($probe)->fetchColumn();
        } catch (PDOException) {
            $found = 0;
        }
        return match (true) {
            $found === 1 => 'LEAK',
            mysql_id($db) !== $id => 'closed',
            $db->getPool()->getStats()['resets'] > 0 => 'reset',
            default => 'clean',
        };
    });
}

pool_matrix('MySQL, MariaDB', array_keys($ways), array_keys($changes), function (int $reset, string $way, string $change) use ($ways, $changes) {
    [$command, $probe] = $changes[$change];
    $sql = str_replace(['%s', '%q', '%f'], [$command, str_replace("'", "''", $command), 'pool_matrix_' . array_search($change, array_keys($changes))], $ways[$way]);
    return outcome($reset, $sql, $probe);
});
foreach (array_keys(array_values($changes)) as $i) {
    $f = "pool_matrix_$i";
    foreach (["DROP VIEW {$f}_v", "DROP TABLE {$f}_t", "DROP PROCEDURE {$f}_p", "DROP FUNCTION $f"] as $sql) {
        $owner->exec($sql);
    }
}
?>
--EXPECT--
matrix: MySQL, MariaDB
exec | reset | reset
prepare | reset | reset
second of two | reset | reset
first of two | reset | reset
behind a comment | reset | reset
in a versioned comment | reset | reset
function | reset | reset
function, prepared | reset | reset
function in quotes | reset | reset
function in WHERE | reset | reset
procedure | reset | reset
prepared as text | reset | reset
function in a derived table | reset | reset
trigger | LEAK (lock); reset (variable, setting, time zone, mode, table) | reset
view | LEAK (lock); reset (variable, setting, time zone, mode, table) | reset
cases: 90, leaks with ALWAYS: 0
