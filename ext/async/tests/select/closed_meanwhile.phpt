--TEST--
A stream that is closed during stream_select() ends it with the error that a closed stream always is
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$waiting = Async\spawn(function () use ($a, $c) {
	$read = ["a" => $a, "c" => $c];
	$write = $except = null;
	try {
		stream_select($read, $write, $except, null);
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
});
Async\spawn(function () use ($a, $waiting) {
	until($waiting->isSuspended(...));
	fclose($a);
	echo "closed\n";
});
?>
--EXPECT--
closed
stream_select(): supplied resource is not a valid stream resource
