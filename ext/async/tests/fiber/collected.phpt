--TEST--
A suspended Fiber that is garbage is unwound by the collector; a wait in its finally block works or blocks, but never breaks
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

class Holder { public $fiber; public $self; }
spawn(function () {
    $holder = new Holder;
    $holder->self = $holder;
    $holder->fiber = new Fiber(function () use ($holder) {
        try {
            Fiber::suspend();
        } finally {
            delay(1);
            echo "unwound\n";
        }
    });
    $holder->fiber->start();
    unset($holder);
    gc_collect_cycles();
    echo "collected\n";
});
?>
--EXPECT--
unwound
collected
