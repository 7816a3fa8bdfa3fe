--TEST--
A suspended coroutine keeps what it uses, though nobody else does
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

class Traced { public $self; public function __destruct() { echo "destroyed\n"; } }

spawn(function () {
    $local = new Traced;
    $local->self = $local;
    delay(5);
    echo get_class($local->self), " is still there\n";
});
Async\suspend();
gc_collect_cycles();
echo "collected\n";
Async\delay(10);
gc_collect_cycles();
?>
--EXPECT--
collected
Traced is still there
destroyed
