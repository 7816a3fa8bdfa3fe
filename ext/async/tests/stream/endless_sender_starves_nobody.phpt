--TEST--
A peer that sends without end does not keep other coroutines from running
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs cat and /dev/zero");
?>
--FILE--
<?php
$process = proc_open(["cat", "/dev/zero"], [1 => ["socket"]], $pipes);
$end = false;

Async\spawn(function () use ($process, $pipes, &$end) {
	while (!$end) {
		fread($pipes[1], 8192);
	}
	echo "reader ends\n";
	proc_terminate($process);
});
Async\spawn(function () use (&$end) {
	Async\delay(5);
	echo "timer\n";
	$end = true;
});
?>
--EXPECT--
timer
reader ends
