--TEST--
A timer fires while the only other coroutine waits for a socket that is always ready
--EXTENSIONS--
async
--FILE--
<?php
[$writer, $reader] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$fired = false;
Async\spawn(function () use (&$fired) {
    Async\delay(1);
    $fired = true;
});
while (!$fired) {
    fwrite($writer, "line\n");
    $line = fgets($reader);
}
var_dump($line);
?>
--EXPECT--
string(5) "line
"
