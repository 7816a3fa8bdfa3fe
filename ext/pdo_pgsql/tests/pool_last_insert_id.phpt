--TEST--
lastInsertId() is the coroutine's own, also when its connection went to another
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_pool(max: 1);
$db->exec('CREATE TABLE pool_last_insert_id (id serial PRIMARY KEY, who text)');
$insert = function (string $who) use ($db) {
    $db->exec("INSERT INTO pool_last_insert_id (who) VALUES ('$who')");
    Async\delay(1);
    $mine = $db->lastInsertId();
    Async\delay(1);
    return [$who, $mine === $db->lastInsertId(), $db->query("SELECT who FROM pool_last_insert_id WHERE id = $mine")->fetchColumn()];
};
foreach (Async\await_all_or_fail(array_map(fn($who) => Async\spawn($insert, $who), ['a', 'b', 'c'])) as $seen) {
    echo json_encode($seen), "\n";
}
/* One that did not insert does not see another's. */
Async\await(Async\spawn(function () use ($db) {
    foreach (['SELECT lastval()', "SELECT currval('pool_last_insert_id_id_seq')"] as $sql) {
        try {
            var_dump($db->query($sql)->fetchColumn());
        } catch (PDOException $e) {
            echo $e->getCode(), "\n";
        }
    }
}));
/* By name, at once and in a transaction. */
Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $id = $db->query("INSERT INTO pool_last_insert_id (who) VALUES ('d') RETURNING id")->fetchColumn();
    var_dump($db->lastInsertId('pool_last_insert_id_id_seq') == $id, $db->lastInsertId() == $id);
    $db->commit();
}));
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS pool_last_insert_id');
?>
--EXPECT--
["a",true,"a"]
["b",true,"b"]
["c",true,"c"]
55000
55000
bool(true)
bool(true)
