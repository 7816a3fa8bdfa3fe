--TEST--
Closing a pipe wakes the coroutine that reads from it
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs cat");
?>
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$process = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);

$reader = Async\spawn(function () use ($pipes) {
	var_dump(fread($pipes[1], 10));
});
Async\spawn(function () use ($pipes, $reader) {
	until($reader->isSuspended(...));
	fclose($pipes[1]);
	echo "closed\n";
	fclose($pipes[0]);
});
?>
--EXPECT--
closed
bool(false)
