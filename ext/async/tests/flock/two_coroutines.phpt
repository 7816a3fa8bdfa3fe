--TEST--
A coroutine that waits for the lock of a file lets the one that holds it run
--EXTENSIONS--
async
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), "lck");

for ($i = 0; $i < 2; $i++) {
	Async\spawn(function () use ($file) {
		$fp = fopen($file, "r+");
		flock($fp, LOCK_EX);
		echo "one has the lock\n";
		Async\delay(1);
		echo "it gives it back\n";
		fclose($fp);
	});
}
register_shutdown_function(fn() => unlink($file));
?>
--EXPECT--
one has the lock
it gives it back
one has the lock
it gives it back
