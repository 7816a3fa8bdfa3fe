--TEST--
PDO pool: a child that is forked while its parent connects connects for itself
--EXTENSIONS--
pdo
pcntl
posix
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool_connect.inc';

$connects = new Connects([PDO::ATTR_POOL_MAX => 2]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$waits = $connects->taker('waits', $log);
until(fn() => $connects->waiting() === 1);
$pid = pcntl_fork();
if ($pid === 0) {
    $stats = $connects->db->getPool()->getStats();
    $counts = [$stats['connecting'], $stats['waiting'], $stats['active'], $stats['idle']];
    $begun = $connects->begun;
    $child = Async\spawn(function () use ($connects) {
        until(fn() => $connects->begun === 2);
        /* The first is the parent's, and does not exist here. */
        $connects->next();
        $connects->next();
    });
    $works = PDOPoolTest::touch($connects->db) !== false;
    posix_kill(getmypid(), $counts === [0, 0, 0, 0] && $begun === 1 && $works ? SIGKILL : SIGTERM);
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wtermsig($status) === SIGKILL);
$connects->next();
until(fn() => $waits->has);
$waits->give();
$held->give();
echo $connects->stats('idle', 'active', 'connecting', 'waiting'), "\n";
?>
--EXPECT--
bool(true)
idle 2, active 0, connecting 0, waiting 0
