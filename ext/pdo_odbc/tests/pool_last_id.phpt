--TEST--
ODBC pool: a coroutine that asks SQL for the id of its insert never gets another coroutine's
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
[$key, $ask] = match (true) {
    odbc_is('postgres') => ['id SERIAL PRIMARY KEY', 'SELECT lastval()'],
    odbc_is('maria') => ['id INTEGER AUTO_INCREMENT PRIMARY KEY', 'SELECT LAST_INSERT_ID()'],
    default => ['id INTEGER PRIMARY KEY', 'SELECT last_insert_rowid()'],
};
odbc_table($plain, 'pool_last_id', "$key, who VARCHAR(20)");
$db = odbc_pool(1);
$insert = "INSERT INTO pool_last_id (who) VALUES ('somebody')";

/* Nobody else comes in between. */
echo Async\await(Async\spawn(function () use ($db, $insert, $ask) {
    $db->exec($insert);
    return $db->query($ask)->fetchColumn();
})), "\n";

$other = fn() => Async\await(Async\spawn(fn() => $db->exec($insert)));
/* Somebody does, with an insert. */
foreach (['query', 'exec', 'prepare'] as $way) {
    try {
        Async\await(Async\spawn(function () use ($db, $insert, $ask, $other, $way) {
            $db->exec($insert);
            $other();
            $statement = $db->$way($ask);
            $statement->execute();
        }));
        echo "no error\n";
    } catch (PDOException $e) {
        echo $way, ': ', $e->getMessage(), ', previous: ', get_debug_type($e->getPrevious()), "\n";
    }
}
/* A transaction keeps the connection. */
Async\await(Async\spawn(function () use ($db, $insert, $ask) {
    $db->beginTransaction();
    $db->exec($insert);
    $waits = Async\spawn(fn() => $db->exec($insert));
    Async\suspend();
    $id = $db->query($ask)->fetchColumn();
    $db->commit();
    Async\await($waits);
    var_dump($id == $db->query('SELECT MAX(id) - 1 FROM pool_last_id')->fetchColumn());
}));
odbc_counts($db);
$plain->exec('DROP TABLE pool_last_id');
?>
--EXPECT--
1
query: The connection of the last insert has been used by other coroutines since: insert and ask for the id in one transaction, or in one statement, previous: null
exec: The connection of the last insert has been used by other coroutines since: insert and ask for the id in one transaction, or in one statement, previous: null
prepare: The connection of the last insert has been used by other coroutines since: insert and ask for the id in one transaction, or in one statement, previous: null
bool(true)
idle 1, active 0, created 1, destroyed 0
