--TEST--
Only the coroutine that forked goes on in the child, with a loop of its own
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$forked = $slept = false;

Async\spawn(function () use ($a) {
	$data = fread($a, 100);
	echo "parent's reader got $data\n";
});
Async\spawn(function () use (&$forked, &$slept) {
	while (!$forked) {
		Async\delay(1);
	}
	$slept = true;
});
Async\suspend();

$pid = pcntl_fork();
if ($pid === 0) {
	echo "child: ", count(Async\get_coroutines()), " coroutine\n";
	[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$own = Async\spawn(fn() => fread($c, 100));
	Async\spawn(function () use ($d) {
		Async\delay(5);
		fwrite($d, "new");
	});
	$data = Async\await($own);
	echo "child's reader got $data\n";
	var_dump($slept);
	/* Not exit(): a debug build would report what the parent's coroutines hold. */
	posix_kill(posix_getpid(), SIGKILL);
}
$forked = true;
pcntl_waitpid($pid, $status);
while (!$slept) {
	Async\suspend();
}
var_dump(pcntl_wtermsig($status) === SIGKILL);
var_dump($slept);
fwrite($b, "old");
?>
--EXPECT--
child: 1 coroutine
child's reader got new
bool(false)
bool(true)
bool(true)
parent's reader got old
