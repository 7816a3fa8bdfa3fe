--TEST--
PDO pool: coroutines that share one PDO object each have a connection of their own
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 3]);
PDOPoolTest::createTable($db, 'pool_coroutines', 'id INTEGER, who VARCHAR(20)');
PDOPoolTest::counts($db);

/* All three are in a transaction at the same time: none goes on before all have begun. */
$begun = 0;
$work = function (int $id) use ($db, &$begun) {
    $db->beginTransaction();
    $begun++;
    while ($begun < 3) {
        Async\suspend();
    }
    $inside = $db->inTransaction();
    $db->rollBack();
    return [$inside, $db->inTransaction()];
};
$coroutines = [];
for ($i = 1; $i <= 3; $i++) {
    $coroutines[] = Async\spawn($work, $i);
}
foreach ($coroutines as $coroutine) {
    echo json_encode(Async\await($coroutine)), "\n";
}
PDOPoolTest::counts($db);

/* The main script is one more, and no more connections are made than are needed at once. */
$db->exec("INSERT INTO pool_coroutines VALUES (1, 'main')");
foreach ($db->query('SELECT * FROM pool_coroutines', PDO::FETCH_NUM) as $row) {
    echo implode(' ', $row), "\n";
}
unset($row);
PDOPoolTest::counts($db);
$db->exec('DROP TABLE pool_coroutines');
?>
--EXPECT--
idle 1, active 0, created 1, destroyed 0
[true,false]
[true,false]
[true,false]
idle 3, active 0, created 3, destroyed 0
1 main
idle 3, active 0, created 3, destroyed 0
