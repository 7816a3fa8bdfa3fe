--TEST--
A reset at a hand-over has a limit: a server that does not answer costs the connection, not the coroutine that comes
--EXTENSIONS--
pdo_pgsql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
$db = PDOTest::test_factory(__DIR__ . '/common.phpt');
if (!posix_kill((int) $db->query('SELECT pg_backend_pid()')->fetchColumn(), 0)) {
    die('skip the server cannot be stopped from here');
}
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
/* With init the reset is awaited. */
$db = pgsql_pool(1, [PDO::ATTR_POOL_CLEAN_TIMEOUT => 50, PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS, PDO::ATTR_POOL_INIT => 'SET work_mem = 4711']);
$pid = fn() => (int) $db->query('SELECT pg_backend_pid()')->fetchColumn();
$stop = function () use ($pid) {
    $backend = $pid();
    posix_kill($backend, SIGSTOP);
    return $backend;
};
foreach (['coroutine', 'main script', 'cancelled'] as $who) {
    $stopped = Async\await(Async\spawn($stop));
    if ($who === 'main script') {
        $next = $pid();
    } else {
        $coroutine = Async\spawn($pid);
        if ($who === 'cancelled') {
            /* Until it waits for the server. */
            while ($db->getPool()->activeCount() === 0 || !$coroutine->isSuspended() || $coroutine->isQueued()) {
                Async\suspend();
            }
            $coroutine->cancel();
        }
        try {
            $next = Async\await($coroutine);
        } catch (Async\AsyncCancellation $e) {
            $next = get_class($e);
        }
    }
    posix_kill($stopped, SIGCONT);
    echo $who, ': ', is_string($next) ? $next : var_export($next !== $stopped, true), ', reset_failed ',
        $db->getPool()->getStats()['destroyed']['reset_failed'], "\n";
}
echo Async\await(Async\spawn(fn() => $db->query('SHOW work_mem')->fetchColumn())), "\n";
?>
--EXPECT--
coroutine: true, reset_failed 1
main script: true, reset_failed 2
cancelled: Async\AsyncCancellation, reset_failed 3
4711kB
