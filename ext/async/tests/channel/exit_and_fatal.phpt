--TEST--
Channel: exit() and fatal errors while coroutines are parked
--EXTENSIONS--
async
--SKIPIF--
<?php
if (getenv("USE_ZEND_ALLOC") === "0") die("skip memory_limit needs the Zend allocator");
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
$head = <<<'PHP'
use Async\Channel;
$empty = new Channel();
$full = new Channel(1);
$full->send(new stdClass);
Async\spawn(function () use ($empty) { try { $empty->recv(); } finally { echo "receiver\n"; } });
Async\spawn(function () use ($full) { try { $full->send([]); } finally { echo "sender\n"; } });
settle();
register_shutdown_function(function () use ($empty, $full) {
    echo "shutdown function: ", count($full), ' ', get_debug_type($full->recv()), "\n";
    $empty->close();
});
PHP;
run_php($head . 'Async\spawn(function () { exit(3); }); $empty->recv();');
run_php($head . 'Async\spawn(function () { ini_set("memory_limit", "2M"); str_repeat("x", 1 << 24); }); $empty->recv();');
?>
--EXPECTF--
shutdown function: 1 stdClass
receiver
sender
exit status 3

Fatal error: Allowed memory size of 2097152 bytes exhausted%a
shutdown function: 1 stdClass
exit status 255
