--TEST--
PDO pool: a forked child can neither use nor harm a statement of its parent
--EXTENSIONS--
pdo
async
pcntl
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

/* No leak check: a driver may have to leave what is its parent's as it is. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
foreach (['main script' => fn($do) => $do(), 'coroutine' => fn($do) => Async\await(Async\spawn($do))] as $where => $run) {
    $run(function () use ($db, $where) {
        $statement = $db->prepare('SELECT 7');
        $statement->execute();
        $statement->fetchAll();
        $child = pcntl_fork();
        if ($child === 0) {
            foreach (['execute', 'fetch', 'closeCursor', 'nextRowset'] as $method) {
                try {
                    $statement->$method();
                    echo "$method did something\n";
                } catch (PDOException $e) {
                    echo $method, ' ', $e->getCode(), ' ';
                }
            }
            $statement = null;
            echo $db->query('SELECT 8')->fetchColumn(), "\n";
            exit(0);
        }
        pcntl_waitpid($child, $status);
        $statement->execute();
        echo "$where: child ended with ", pcntl_wexitstatus($status), ', parent reads ', $statement->fetchColumn(), "\n";
    });
}
?>
--EXPECTF--
execute 08003 %s
main script: child ended with 0, parent reads 7
execute 08003 %s
coroutine: child ended with 0, parent reads 7
