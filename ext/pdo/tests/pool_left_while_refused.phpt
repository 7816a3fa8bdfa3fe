--TEST--
PDO pool: a transaction that was left is rolled back when a call that its statement was in is refused
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
require_once getenv('REDIR_TEST_DIR') . 'pool_lingering.inc';

/* The limit is for a failure only: the row would stay locked. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_QUERY_TIMEOUT => 10000]);
PDOPoolTest::createTable($db, 'pool_left_refused', 'a INTEGER');
$db->exec('INSERT INTO pool_left_refused VALUES (1)');

/* The cleaner may run before or after whoever awaits. */
$warnings = [];
set_error_handler(function (int $level, string $message) use (&$warnings) { $warnings[] = $message; });
$gate = new Gate;
$stmt = $other = null;
$left = Async\spawn(function () use ($db, $gate, &$stmt, &$other) {
    $db->beginTransaction();
    $db->exec('UPDATE pool_left_refused SET a = 2');
    $stmt = $db->prepare('SELECT a FROM pool_left_refused WHERE a > ?');
    $other = Async\spawn(function () use ($db, $gate, $stmt) {
        $db->beginTransaction();
        tell('execute', fn() => $stmt->execute([new Lingering('1', $gate, null)]));
        $db->rollBack();
    });
    /* This one ends while the other sets the parameters, on the connection of this transaction. */
    until(fn() => $gate->isReached);
});
until(fn() => $left->isCompleted());
settle();
$gate->isOpen = true;
Async\await($other);

/* The statement is still there, and keeps its connection. The server lets go of the row when that is rolled back. */
tell('update', fn() => $db->exec('UPDATE pool_left_refused SET a = a + 10'));
echo $db->query('SELECT a FROM pool_left_refused')->fetchColumn(), "\n";
unset($stmt, $other);
until(fn() => $db->getPool()->activeCount() === 0);
/* The row may be free a moment before the cleaner has told. */
echo implode("\n", $warnings), "\n";
$db->exec('DROP TABLE pool_left_refused');
PDOPoolTest::counts($db);
?>
--EXPECT--
execute: HY000
update: done
11
The coroutine that was spawned here ended with a transaction open, which is rolled back
idle 2, active 0, created 2, destroyed 0
