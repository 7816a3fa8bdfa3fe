--TEST--
PDO pool: the time limit of a call hits nothing but that call
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 1500]);
$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_timeout_scope', 'id INTEGER');
$plain->exec('INSERT INTO pool_timeout_scope VALUES (1)');
$plain->exec('INSERT INTO pool_timeout_scope VALUES (2)');

/* What a coroutine does between its calls, in a transaction as well. */
$db->beginTransaction();
Async\delay(1700);
$db->commit();

/* What it does with the rows, and waiting for its turn. */
$slowly = function ($id) {
    Async\delay(1000);
    return $id;
};
$rows = fn() => $db->query('SELECT id FROM pool_timeout_scope ORDER BY id')->fetchAll(PDO::FETCH_FUNC, $slowly);
foreach (Async\await_all([Async\spawn($rows), Async\spawn($rows)])[0] as $row) {
    echo implode(' ', $row), "\n";
}

/* A Fiber that leaves the call. */
$fiber = new Fiber(function () use ($db) {
    return $db->query('SELECT id FROM pool_timeout_scope ORDER BY id')->fetchAll(PDO::FETCH_FUNC,
        fn($id) => Fiber::suspend($id));
});
echo $fiber->start(), "\n";
Async\delay(1700);
echo $fiber->resume('a'), "\n";
Async\delay(1700);
$fiber->resume('b');
echo implode(' ', $fiber->getReturn()), "\n";
unset($fiber);

$plain->exec('DROP TABLE pool_timeout_scope');
$stats = $db->getPool()->getStats();
echo "query_timeouts $stats[query_timeouts], ";
PDOPoolTest::counts($db);
?>
--EXPECT--
1 2
1 2
1
2
a b
query_timeouts 0, idle 1, active 0, created 1, destroyed 0
