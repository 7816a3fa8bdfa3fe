--TEST--
Closing a stream wakes the coroutine that reads from it
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$reader = Async\spawn(function () use ($a) {
	var_dump(fread($a, 10));
	var_dump($a);
	echo gettype($a), "\n";
	try {
		fread($a, 10);
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
});
Async\spawn(function () use ($a, $b, $reader) {
	until($reader->isSuspended(...));
	var_dump(fclose($a));
	Async\await($reader);
	var_dump(fread($b, 10), feof($b));
});
?>
--EXPECTF--
bool(true)
bool(false)
resource(%d) of type (Unknown)
resource (closed)
fread(): supplied resource is not a valid stream resource
string(0) ""
bool(true)
