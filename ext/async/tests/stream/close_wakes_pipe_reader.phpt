--TEST--
Closing a pipe wakes the coroutine that reads from it
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs cat");
?>
--INI--
async.scheduler_seed=0
--FILE--
<?php
$process = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);

Async\spawn(function () use ($pipes) {
	var_dump(fread($pipes[1], 10));
});
Async\spawn(function () use ($pipes) {
	fclose($pipes[1]);
	echo "closed\n";
	fclose($pipes[0]);
});
?>
--EXPECT--
closed
bool(false)
