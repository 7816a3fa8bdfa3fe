--TEST--
A signal handler may spawn and cancel coroutines
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
pcntl_async_signals(true);
$sleeper = Async\spawn(function () {
	try {
		sleep(1000);
	} catch (Async\AsyncCancellation) {
		echo "sleeper was cancelled\n";
	}
});
pcntl_signal(SIGUSR1, function () use ($sleeper) {
	Async\spawn(function () use ($sleeper) {
		echo "spawned\n";
		$sleeper->cancel();
	});
});
$pid = posix_getpid();
Async\spawn(function () use ($pid, $sleeper) {
	/* A scheduler seed may run this first. A sleeper cancelled before its start says nothing. */
	while (!$sleeper->isSuspended()) {
		Async\suspend();
	}
	/* From outside, while everybody waits. */
	$process = proc_open(["kill", "-USR1", (string) $pid], [], $pipes);
	proc_close($process);
});
?>
--EXPECT--
spawned
sleeper was cancelled
