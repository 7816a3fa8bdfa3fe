--TEST--
Cancelling a coroutine ends its accept, and the next accept works
--EXTENSIONS--
async
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");

$acceptor = Async\spawn(function () use ($server) {
	stream_socket_accept($server);
	echo "not reached\n";
});
Async\suspend();
$acceptor->cancel();
try {
	Async\await($acceptor);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}

$client = stream_socket_client("tcp://" . stream_socket_get_name($server, false));
fwrite($client, "hi");
echo fread(stream_socket_accept($server), 2), "\n";
?>
--EXPECT--
Async\AsyncCancellation
hi
