--TEST--
Cancelling a coroutine and closing its file end the wait for a lock
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$file = tempnam(sys_get_temp_dir(), "lck");
register_shutdown_function(fn() => unlink($file));
$holder = fopen($file, "r+");
flock($holder, LOCK_EX);

$fp = fopen($file, "r+");
var_dump(flock($fp, LOCK_EX | LOCK_NB));
$waiting = Async\spawn(fn() => flock($fp, LOCK_EX));
settle();
$waiting->cancel();
try {
	Async\await($waiting);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}

$waiting = Async\spawn(fn() => flock($fp, LOCK_SH));
settle();
fclose($fp);
var_dump(Async\await($waiting));
?>
--EXPECT--
bool(false)
Async\AsyncCancellation
bool(false)
