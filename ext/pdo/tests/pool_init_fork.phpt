--TEST--
PDO pool: a child that is forked in the callable of PDO::ATTR_POOL_INIT cannot use the connection of its parent
--EXTENSIONS--
pdo
async
pcntl
posix
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

/* No leak check: the child leaves the connections of its parent as they are, memory included. */
[$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$forked = false;
$db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => function (PDO $db) use (&$forked, $writer) {
    if ($forked) {
        return;
    }
    $forked = true;
    $pid = pcntl_fork();
    if ($pid === 0) {
        try {
            $said = PDOPoolTest::touch($db);
        } catch (PDOException $e) {
            $said = $e->getMessage();
        }
        fwrite($writer, "child: " . var_export($said, true) . "\n");
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
}]);
echo 'parent: ', $db->query('SELECT 1')->fetchColumn(), "\n";
echo fgets($reader);
PDOPoolTest::counts($db);
?>
--EXPECT--
parent: 1
child: 'SQLSTATE[08003]: Connection does not exist: The connection belongs to the parent process'
idle 1, active 0, created 1, destroyed 0
