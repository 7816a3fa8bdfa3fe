--TEST--
Addresses in digits are not looked up, so nothing is waited for
--EXTENSIONS--
async
--INI--
; a seed makes calls switch that need not, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
$server = stream_socket_server("udp://127.0.0.1:0", $errno, $error, STREAM_SERVER_BIND);
$address = stream_socket_get_name($server, false);

Async\spawn(function () use ($address) {
	echo gethostbyname("127.0.0.1"), "\n";
	echo gethostbynamel("127.0.0.1")[0], "\n";
	var_dump(is_resource(stream_socket_client("udp://$address")));
	echo "no switch so far\n";
});
Async\spawn(function () {
	echo "the other\n";
});
?>
--EXPECT--
127.0.0.1
127.0.0.1
bool(true)
no switch so far
the other
