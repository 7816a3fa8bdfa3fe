--TEST--
A signal handler runs while every coroutine waits
--EXTENSIONS--
async
pcntl
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($b) {
	echo "handler\n";
	fwrite($b, "x");
});

Async\spawn(function () use ($a) {
	echo "waiting\n";
	pcntl_alarm(1);
	/* Nothing but the handler can end this. */
	var_dump(fread($a, 1));
});
?>
--EXPECT--
waiting
handler
string(1) "x"
