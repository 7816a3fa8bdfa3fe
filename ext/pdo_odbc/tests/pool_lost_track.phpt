--TEST--
ODBC pool: psqlodbc has lost track of its statements after a transaction that it has ended itself
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('postgres')) die('skip for psqlodbc');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool(1);
odbc_table($db, 'pool_lost_track', 'a INTEGER');

/* The driver commits behind the INSERT, and then knows of no transaction. */
Async\await(Async\spawn(function () use ($db) {
    $db->prepare('BEGIN')->execute();
    $db->prepare('INSERT INTO pool_lost_track VALUES (1)')->execute();
}));
Async\await(Async\spawn(function () use ($db) {
    for ($i = 0; $i < 4; $i++) {
        echo $db->query("SELECT COUNT(*) + $i FROM pool_lost_track")->fetchColumn(), "\n";
    }
}));
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
odbc_plain()->exec('DROP TABLE IF EXISTS pool_lost_track');
?>
--EXPECTF--

Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
1
2
3
4
