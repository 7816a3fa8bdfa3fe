--TEST--
stream_select() lets the others run until a stream is ready
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
	echo "select waits\n";
	var_dump(stream_select($read, $write, $except, null));
	var_dump(array_keys($read));
	echo fread($c, 10), "\n";
});
Async\spawn(function () use ($d, $waiting) {
	until($waiting->isSuspended(...));
	echo "writer runs\n";
	fwrite($d, "hello");
});
?>
--EXPECT--
select waits
writer runs
int(1)
array(1) {
  [0]=>
  string(1) "c"
}
hello
