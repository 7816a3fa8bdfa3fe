--TEST--
ODBC pool: a connection goes on after texts that make MariaDB's driver keep its lock
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('maria')) die('skip for the driver of MariaDB');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

function attempt(PDO $db, string $sql): string {
    try {
        $results = [];
        $statement = $db->query($sql);
        do {
            $results[] = $statement->columnCount() ? implode(',', $statement->fetchAll(PDO::FETCH_COLUMN)) : '-';
        } while ($statement->nextRowset());
        return implode(' ', $results);
    } catch (PDOException $e) {
        return $e->getCode();
    }
}

/* With the option the driver splits a text, without it the server refuses the second statement. */
foreach (['', ';Option=67108864'] as $option) {
    echo "option '$option'\n";
    $dsn = (getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN')) . $option;
    $db = new PDO($dsn, getenv('PDO_ODBC_MARIADB_TEST_USER'), getenv('PDO_ODBC_MARIADB_TEST_PASS'),
        [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    foreach (['SELECT 1; SELECT 2', 'SELECT 1; SELEC 2', 'x', 'DO'] as $sql) {
        /* In coroutines, each on another thread of the reactor, and in the thread of PHP. */
        echo Async\await(Async\spawn(fn() => attempt($db, $sql))), ', ', attempt($db, $sql), ', then ';
        echo Async\await(Async\spawn(fn() => attempt($db, 'SELECT 3'))), "\n";
    }
}
?>
--EXPECT--
option ''
42000, 42000, then 3
42000, 42000, then 3
42000, 42000, then 3
42000, 42000, then 3
option ';Option=67108864'
1 2, 1 2, then 3
42000, 42000, then 3
42000, 42000, then 3
42000, 42000, then 3
