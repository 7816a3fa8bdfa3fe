--TEST--
PDO pool: a transaction that was left is rolled back before the call of the one who still uses its statement
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
--INI--
; that the other is in line before the cleaner is the subject
async.scheduler_seed=0
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, 'pool_left_with', 'id INTEGER');
/* The other one is in line before whatever cleans up. */
$other = null;
Async\await(Async\spawn(function () use ($db, &$other) {
    $db->beginTransaction();
    $db->exec('INSERT INTO pool_left_with VALUES (1)');
    $stmt = $db->prepare('SELECT 5');
    $other = Async\spawn(function () use ($stmt) {
        $stmt->execute();
        return $stmt->fetchColumn();
    });
}));
$read = Async\await($other);
echo "the other one reads $read\n";
unset($other);
while ($db->getPool()->activeCount() > 0) {
    Async\suspend();
}
echo $db->query('SELECT COUNT(*) FROM pool_left_with')->fetchColumn(), " rows\n";
$db->exec('DROP TABLE pool_left_with');
?>
--EXPECTF--

Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
the other one reads 5
0 rows
