--TEST--
A coroutine that waits for the lock of a file lets the one that holds it run
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), "lck");

foreach ([1, 2] as $n) {
	Async\spawn(function () use ($file, $n) {
		$fp = fopen($file, "r+");
		flock($fp, LOCK_EX);
		echo "$n has the lock\n";
		Async\delay(1);
		echo "$n gives it back\n";
		fclose($fp);
	});
}
register_shutdown_function(fn() => unlink($file));
?>
--EXPECT--
1 has the lock
1 gives it back
2 has the lock
2 gives it back
