--TEST--
PDO pool: what a finished coroutine left in a transaction is rolled back before anybody else gets the connection
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_left', 'id INTEGER');

/* The cleaner may run before or after whoever awaits. */
$warnings = [];
set_error_handler(function (int $level, string $message) use (&$warnings) { $warnings[] = $message; });
$left = false;
$leave = [
    'returns' => function () use ($db) {
        $db->beginTransaction();
        $db->exec('INSERT INTO pool_left VALUES (1)');
    },
    'throws' => function () use ($db) {
        $db->beginTransaction();
        $db->exec('INSERT INTO pool_left VALUES (2)');
        throw new Exception('left');
    },
    'is cancelled' => function () use ($db, &$left) {
        $db->beginTransaction();
        $db->exec('INSERT INTO pool_left VALUES (3)');
        $left = true;
        while (true) {
            Async\suspend();
        }
    },
];
foreach ($leave as $how => $task) {
    $coroutine = Async\spawn($task);
    if ($how === 'is cancelled') {
        while (!$left) {
            Async\suspend();
        }
        $coroutine->cancel();
    }
    try {
        Async\await($coroutine);
    } catch (Throwable) {
    }
    echo $how, ': ';
    var_dump($db->inTransaction());
    echo $db->query('SELECT COUNT(*) FROM pool_left')->fetchColumn(), "\n";
}
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active]\n";
echo implode("\n", $warnings), "\n";
$db->exec('DROP TABLE pool_left');
?>
--EXPECTF--
returns: bool(false)
0
throws: bool(false)
0
is cancelled: bool(false)
0
idle 1, active 0
The coroutine that was spawned here ended with a transaction open, which is rolled back
