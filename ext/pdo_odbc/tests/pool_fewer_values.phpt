--TEST--
ODBC pool: execute() names the parameter that has lost its value, and leaves no rows of the last execution
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool(1);
odbc_table($db, 'pool_fewer_values', 'a VARCHAR(100), b VARCHAR(100)');
function attempt(PDOStatement $statement, array $values): void {
    try {
        $statement->execute($values);
        echo "executed\n";
    } catch (PDOException $e) {
        echo $e->getCode(), ': ', rtrim(strtok($e->errorInfo[2], '(')), "\n";
    }
}

Async\await(Async\spawn(function () use ($db) {
    $insert = $db->prepare('INSERT INTO pool_fewer_values VALUES (?, ?)');
    attempt($insert, ['a', 'b']);
    attempt($insert, ['c']);
    attempt($insert, [1 => 'd']);
    /* It is too long to be copied for the thread that executes. */
    attempt($insert, [str_repeat('e', 2 << 20)]);
    attempt($insert, ['a', 'f']);

    $select = $db->prepare('SELECT b FROM pool_fewer_values WHERE a = ? AND a <> ? ORDER BY b');
    attempt($select, ['a', 'x']);
    echo $select->fetchColumn(), "\n";
    attempt($select, ['a']);
    try {
        var_dump($select->fetchColumn());
    } catch (PDOException) {
        echo "no rows\n";
    }
    attempt($select, ['a', 'x']);
    echo implode(' ', $select->fetchAll(PDO::FETCH_COLUMN)), "\n";
}));
odbc_counts($db);
$db->exec('DROP TABLE pool_fewer_values');
?>
--EXPECT--
executed
07002: Parameter 2 has no value
07002: Parameter 1 has no value
07002: Parameter 2 has no value
executed
executed
b
07002: Parameter 2 has no value
no rows
executed
b f
idle 1, active 0, created 1, destroyed 0
