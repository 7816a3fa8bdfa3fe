--TEST--
proc_close() lets the others run while the process is still busy
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs a shell");
?>
--FILE--
<?php
require __DIR__ . '/../settle.inc';
/* The process ends when it gets a line, which only the other coroutine sends. */
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$process = proc_open(["sh", "-c", "read line <&3; exit 5"], [3 => $b], $pipes);
fclose($b);

$waiting = Async\spawn(function () use ($process) {
	echo "waits\n";
	var_dump(proc_close($process));
});
Async\spawn(function () use ($a, $waiting) {
	until($waiting->isSuspended(...));
	echo "the other runs\n";
	fwrite($a, "end\n");
});
?>
--EXPECT--
waits
the other runs
int(5)
