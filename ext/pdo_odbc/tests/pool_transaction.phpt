--TEST--
ODBC pool: what a coroutine leaves in a transaction is rolled back, however the transaction was begun
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
$plain = odbc_plain();
odbc_table($plain, 'pool_transaction', 'id INTEGER');
$insert = 'INSERT INTO pool_transaction VALUES (1)';
$ways = [
    'beginTransaction()' => function (PDO $db) use ($insert) {
        $db->beginTransaction();
        $db->exec($insert);
    },
    'BEGIN' => function (PDO $db) use ($insert) {
        $db->exec('BEGIN');
        $db->exec($insert);
        var_dump($db->inTransaction());
    },
    'BEGIN, committed' => function (PDO $db) use ($insert) {
        $db->exec('BEGIN');
        $db->exec($insert);
        $db->exec('COMMIT');
        var_dump($db->inTransaction());
        $db->exec('DELETE FROM pool_transaction');
    },
    'BEGIN, rollBack()' => function (PDO $db) use ($insert) {
        $db->exec('BEGIN');
        $db->exec($insert);
        $db->rollBack();
        var_dump($db->inTransaction());
    },
    'AND CHAIN' => function (PDO $db) use ($insert) {
        $db->exec('BEGIN');
        foreach (odbc_is('sqlite') ? ['COMMIT', 'BEGIN'] : ['COMMIT AND CHAIN'] as $text) {
            $db->exec($text);
        }
        $db->exec($insert);
        var_dump($db->inTransaction());
    },
];
foreach ($ways as $way => $run) {
    $db = odbc_pool(1);
    Async\await(Async\spawn($run, $db));
    echo $way, ': ', $db->query('SELECT COUNT(*) FROM pool_transaction')->fetchColumn(), "\n";
    odbc_counts($db);
}

/* Without autocommit, every statement begins one. */
$db = odbc_pool(1, [PDO::ATTR_AUTOCOMMIT => false]);
Async\await(Async\spawn(fn() => $db->exec($insert)));
echo 'no autocommit: ', $db->query('SELECT COUNT(*) FROM pool_transaction')->fetchColumn(), "\n";
$db = null;
$plain->exec('DROP TABLE pool_transaction');
?>
--EXPECTF--
beginTransaction(): 
Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
0
idle 1, active 0, created 1, destroyed 0
bool(true)
BEGIN: 
Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
0
idle 1, active 0, created 1, destroyed 0
bool(false)
BEGIN, committed: 0
idle 1, active 0, created 1, destroyed 0
bool(false)
BEGIN, rollBack(): 0
idle 1, active 0, created 1, destroyed 0
bool(true)
AND CHAIN: 
Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
0
idle 1, active 0, created 1, destroyed 0
no autocommit: 0
