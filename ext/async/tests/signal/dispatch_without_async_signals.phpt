--TEST--
Without asynchronous signals a handler runs at pcntl_signal_dispatch() only
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
pcntl_signal(SIGUSR1, function () {
	echo "handler\n";
});
Async\spawn(function () {
	posix_kill(posix_getpid(), SIGUSR1);
	Async\delay(5);
	echo "dispatch\n";
	pcntl_signal_dispatch();
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
dispatch
handler
