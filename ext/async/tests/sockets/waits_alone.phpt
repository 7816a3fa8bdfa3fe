--TEST--
A coroutine that waits alone for a socket is ended by its time limit and by the close of the peer
--EXTENSIONS--
async
--FILE--
<?php
[$writer, $reader] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
Async\suspend();
/* The first wait registers the descriptor; the others find it registered. */
fwrite($writer, "one\n");
var_dump(fgets($reader));

stream_set_timeout($reader, 0, 2000);
var_dump(fgets($reader), stream_get_meta_data($reader)['timed_out']);

stream_set_timeout($reader, 60);
fwrite($writer, "two\n");
var_dump(fgets($reader));
fclose($writer);
var_dump(fgets($reader), feof($reader));
?>
--EXPECT--
string(4) "one
"
bool(false)
bool(true)
string(4) "two
"
bool(false)
bool(true)
