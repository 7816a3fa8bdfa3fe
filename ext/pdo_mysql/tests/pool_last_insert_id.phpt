--TEST--
The last insert id, in PHP and in SQL, is that of the coroutine, whatever connection it has
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$owner = mysql_single();
$owner->exec('DROP TABLE IF EXISTS pool_last_id');
$owner->exec('CREATE TABLE pool_last_id (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20), parent INT)');
$db = mysql_pool(1);
$insert = function (string $v) use ($db) {
    $db->exec("INSERT INTO pool_last_id (v) VALUES ('$v')");
    return $db->lastInsertId();
};
var_dump($db->lastInsertId());
$first = Async\spawn(function () use ($db, $insert) {
    $mine = $insert('first');
    Async\delay(1);
    Async\suspend();
    /* Others had the only connection meanwhile. */
    $kept = $db->lastInsertId() === $mine;
    $db->exec("INSERT INTO pool_last_id (v, parent) VALUES ('child', LAST_INSERT_ID())");
    return $kept ? $mine : 'another';
});
$second = Async\spawn(fn() => $insert('second'));
$third = Async\spawn(fn() => [$db->lastInsertId(), (int) $db->query('SELECT LAST_INSERT_ID()')->fetchColumn(), (int) $db->query('SELECT @@identity')->fetchColumn()]);
echo json_encode(Async\await($third)), "\n";
var_dump(Async\await($first), Async\await($second));
print_r($owner->query('SELECT c.v, p.v FROM pool_last_id c JOIN pool_last_id p ON p.id = c.parent')->fetchAll(PDO::FETCH_KEY_PAIR));
var_dump($db->lastInsertId(), $db->getPool()->getStats()['created'] ?? 1);
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_last_id');
?>
--EXPECT--
string(1) "0"
["0",0,0]
string(1) "1"
string(1) "2"
Array
(
    [child] => first
)
string(1) "0"
int(1)
