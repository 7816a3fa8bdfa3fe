--TEST--
ODBC pool: what SQL says of the last statement is about one of the coroutine, or an exception
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (odbc_is('postgres')) {
    die('skip PostgreSQL remembers nothing but sequences');
}
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$plain = odbc_plain();
odbc_table($plain, 'pool_last_statement', 'v INTEGER');
$db = odbc_pool(1);
$run = fn(callable $task) => Async\await(Async\spawn($task));
$is_mariadb = odbc_is('maria');
$insert = 'INSERT INTO pool_last_statement (v) VALUES (1), (2), (3)';
/* [what is run, what is asked] */
$questions = $is_mariadb
    ? [[$insert, 'SELECT ROW_COUNT()', '3'], ['SELECT v FROM pool_last_statement LIMIT 2', 'SELECT FOUND_ROWS()', '2'], [$insert, 'SHOW WARNINGS', false],
        [$insert, 'SELECT @@warning_count', '0']]
    : [[$insert, 'SELECT changes()', '3'], [$insert, 'SELECT CHANGES ( )', '3'], [$insert, 'SELECT 1 WHERE changes() = 3', '1'], [$insert, 'SELECT "changes"()', '3']];
foreach ($questions as [$sql, $ask, $expected]) {
    foreach ([false, true] as $is_interrupted) {
        echo $is_interrupted ? 'with another: ' : 'alone: ', $run(function () use ($db, $run, $sql, $ask, $expected, $is_interrupted) {
            $stmt = $db->query($sql);
            $stmt->columnCount() && $stmt->fetchAll();
            $stmt = null;
            if ($is_interrupted) {
                $run(fn() => $db->exec('DELETE FROM pool_last_statement WHERE v = -1'));
            }
            try {
                $found = $db->query($ask)->fetchColumn();
            } catch (PDOException $e) {
                return $e->getMessage();
            }
            return $expected === false || $found == $expected ? 'its own' : "$found instead of $expected";
        }), "\n";
    }
}
if (!$is_mariadb) {
    /* A sum over all statements of the connection. */
    try {
        $run(fn() => $db->query('SELECT total_changes()')->fetchColumn());
        echo "no exception\n";
    } catch (PDOException) {
    }
}
$plain->exec('DROP TABLE pool_last_statement');
?>
--EXPECT--
alone: its own
with another: Other coroutines have used the connection of the last statement since: run it and ask for its outcome in one transaction
alone: its own
with another: Other coroutines have used the connection of the last statement since: run it and ask for its outcome in one transaction
alone: its own
with another: Other coroutines have used the connection of the last statement since: run it and ask for its outcome in one transaction
alone: its own
with another: Other coroutines have used the connection of the last statement since: run it and ask for its outcome in one transaction
