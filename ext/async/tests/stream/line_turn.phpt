--TEST--
Whoever waits for its turn to read a line is woken by a close and a cancellation, and is not waited for in a forked child
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/../settle.inc';

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$first = Async\spawn(fn() => fgets($a));
settle();
$second = Async\spawn(fn() => fgets($a));
$third = Async\spawn(fn() => fgets($a));
settle();

$pid = pcntl_fork();
if ($pid === 0) {
	fwrite($b, "for the child\n");
	echo fgets($a);
	posix_kill(getmypid(), SIGKILL);
}
/* In an error handler waiting blocks: no coroutine of the parent takes the child's line. */
set_error_handler(fn() => pcntl_waitpid($pid, $status));
trigger_error('wait');
restore_error_handler();

$second->cancel();
try {
	Async\await($second);
} catch (Async\AsyncCancellation) {
	echo "cancelled\n";
}
fclose($a);
var_dump(Async\await($first), Async\await($third));
?>
--EXPECT--
for the child
cancelled
bool(false)
bool(false)
