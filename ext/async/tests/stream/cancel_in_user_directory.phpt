--TEST--
A coroutine that is cancelled while dir_readdir() of a user stream wrapper waits leaves scandir()
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';

class Wrapper
{
	public $context;
	public function dir_opendir($path, $options) { return true; }
	public function dir_readdir() { Async\delay(60000); return 'entry'; }
	public function dir_closedir() { return true; }
}
stream_wrapper_register('slow', 'Wrapper');
$reader = Async\spawn(fn() => scandir('slow://directory'));
settle();
$reader->cancel();
try {
	Async\await($reader);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
?>
--EXPECT--
Async\AsyncCancellation
