--TEST--
Waiting for a child lets the others run
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

foreach (["pcntl_wait", "pcntl_waitpid"] as $wait) {
	$pid = pcntl_fork();
	if ($pid === 0) {
		/* Ends only after the parent's other coroutine has run. */
		fread($b, 1);
		exit(7);
	}
	$waiting = Async\spawn(function () use ($wait, $pid) {
		echo "$wait waits\n";
		$result = $wait === "pcntl_wait" ? pcntl_wait($status) : pcntl_waitpid($pid, $status);
		var_dump($result === $pid, pcntl_wexitstatus($status));
	});
	Async\spawn(function () use ($a, $waiting) {
		until($waiting->isSuspended(...));
		echo "the other runs\n";
		fwrite($a, "x");
	});
	Async\await($waiting);
}
var_dump(pcntl_wait($status), pcntl_get_last_error() === PCNTL_ECHILD);
?>
--EXPECT--
pcntl_wait waits
the other runs
bool(true)
int(7)
pcntl_waitpid waits
the other runs
bool(true)
int(7)
int(-1)
bool(true)
