--TEST--
PDO pool: a child whose parent forked in a transaction gets a connection of its own
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
$db = PDOPoolTest::factory();
foreach (['main script' => fn($do) => $do(), 'coroutine' => fn($do) => Async\await(Async\spawn($do))] as $where => $run) {
    $run(function () use ($db, $where) {
        $db->beginTransaction();
        PDOPoolTest::touch($db);
        $child = pcntl_fork();
        if ($child === 0) {
            var_dump($db->inTransaction());
            try {
                var_dump($db->commit());
            } catch (PDOException $e) {
                echo $e->getMessage(), "\n";
            }
            echo $where, ': ', $db->query('SELECT 7')->fetchColumn(), $db->inTransaction() ? ' in a transaction' : '', "\n";
            exit(0);
        }
        pcntl_waitpid($child, $status);
        var_dump(pcntl_wexitstatus($status) === 0 && !pcntl_wifsignaled($status), $db->inTransaction());
        $db->rollBack();
    });
}
?>
--EXPECT--
bool(false)
There is no active transaction
main script: 7
bool(true)
bool(true)
bool(false)
There is no active transaction
coroutine: 7
bool(true)
bool(true)
