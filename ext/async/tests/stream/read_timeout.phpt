--TEST--
The read time-out of a stream holds inside a coroutine, while others run
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_timeout($a, 0, 20000);

Async\spawn(function () use ($a, $b) {
	var_dump(fread($a, 10));
	var_dump(stream_get_meta_data($a)["timed_out"], feof($a));
	stream_set_timeout($a, 60);
	fwrite($b, "late");
	var_dump(fread($a, 10));
	var_dump(stream_get_meta_data($a)["timed_out"]);
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
bool(false)
bool(true)
bool(false)
string(4) "late"
bool(false)
