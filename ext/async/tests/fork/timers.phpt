--TEST--
In a forked child the timers of coroutines that exist no longer neither fire nor hide a deadlock
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
$token = Async\timeout(100000);
$never = Async\spawn(function () { Async\delay(50000); echo "never\n"; });
Async\spawn(function () use ($token, $never) { Async\await($never, $token); });
Async\suspend();
$pid = pcntl_fork();
if ($pid === 0) {
    /* Disarms a timer that was armed before the fork. */
    $token->cancel();
    $a = Async\spawn(function () use (&$b) { Async\suspend(); Async\await($b); });
    $b = Async\spawn(function () use (&$a) { Async\await($a); });
    try {
        Async\await($a);
    } catch (Async\DeadlockError $e) {
        echo "the child finds the deadlock\n";
    }
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
echo pcntl_wifsignaled($status) ? "child ended\n" : "child exited\n";
exit(0);
?>
--EXPECT--
the child finds the deadlock
child ended
