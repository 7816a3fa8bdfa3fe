--TEST--
A name that does not exist is the same warning inside a coroutine
--EXTENSIONS--
async
--FILE--
<?php
Async\spawn(function () {
	echo gethostbyname("nothing.invalid"), "\n";
	var_dump(gethostbynamel("nothing.invalid"));
	var_dump(stream_socket_client("tcp://nothing.invalid:1", timeout: 60));
});
?>
--EXPECTF--
nothing.invalid
bool(false)

Warning: stream_socket_client(): php_network_getaddresses: getaddrinfo for nothing.invalid failed: %s in %s on line %d

Warning: stream_socket_client(): Unable to connect to tcp://nothing.invalid:1 (php_network_getaddresses: getaddrinfo for nothing.invalid failed: %s) in %s on line %d
bool(false)
