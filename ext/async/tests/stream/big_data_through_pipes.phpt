--TEST--
A process that gives back everything it is given does not deadlock with one coroutine per pipe
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === "Windows") die("skip needs cat");
?>
--FILE--
<?php
$process = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);
$data = random_bytes(500_000);

Async\spawn(function () use ($pipes, $data) {
	var_dump(fwrite($pipes[0], $data));
	fclose($pipes[0]);
});
var_dump(stream_get_contents($pipes[1]) === $data);
var_dump(proc_close($process));
?>
--EXPECT--
int(500000)
bool(true)
int(0)
