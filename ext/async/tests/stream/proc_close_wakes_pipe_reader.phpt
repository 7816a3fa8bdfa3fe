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
require __DIR__ . '/../settle.inc';
$process = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);

$reader = Async\spawn(fn() => [fgets($pipes[1]), $pipes[1]]);
settle();
$closer = Async\spawn(fn() => proc_close($process));
var_dump(...Async\await($reader));
var_dump(Async\await($closer));
?>
--EXPECTF--
bool(false)
resource(%d) of type (Unknown)
int(0)
