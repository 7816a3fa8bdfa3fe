--TEST--
proc_close() closes the pipes under the coroutine that reads from one
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs cat");
?>
--FILE--
<?php
$process = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);

Async\spawn(function () use ($pipes) {
	var_dump(fgets($pipes[1]));
	var_dump($pipes[1]);
});
Async\spawn(function () use ($process) {
	var_dump(proc_close($process));
});
?>
--EXPECTF--
bool(false)
resource(%d) of type (Unknown)
int(0)
