--TEST--
Reading from the pipe of a process lets the others run
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
$lines = 0;

$reader = Async\spawn(function () use ($pipes, &$lines) {
	echo "reader waits\n";
	while (($line = fgets($pipes[1])) !== false) {
		$lines++;
		echo "reader got $line";
	}
});
Async\spawn(function () use ($pipes, &$lines, $reader) {
	until($reader->isSuspended(...));
	echo "writer runs\n";
	fwrite($pipes[0], "one\n");
	while ($lines < 1) {
		Async\delay(1);
	}
	fwrite($pipes[0], "two\n");
	fclose($pipes[0]);
});
Async\await($reader);
var_dump(proc_close($process));
?>
--EXPECT--
reader waits
writer runs
reader got one
reader got two
int(0)
