--TEST--
Cancelling a coroutine ends its wait for a child
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
$pid = pcntl_fork();
if ($pid === 0) {
	sleep(1000);
	exit(1);
}
$waiting = Async\spawn(function () use ($pid) {
	pcntl_waitpid($pid, $status);
	echo "not reached\n";
});
Async\suspend();
$waiting->cancel();
try {
	Async\await($waiting);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
posix_kill($pid, SIGKILL);
var_dump(pcntl_waitpid($pid, $status) === $pid, pcntl_wtermsig($status) === SIGKILL);
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
bool(true)
