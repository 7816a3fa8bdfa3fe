--TEST--
What one reader leaves in the buffer goes to the other one that waits
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$readers = [Async\spawn(fn() => fgets($a)), Async\spawn(fn() => fgets($a))];
settle();
fwrite($b, "one\ntwo\n");
$lines = Async\await_all_or_fail($readers);
sort($lines);
echo implode($lines);
?>
--EXPECT--
one
two
