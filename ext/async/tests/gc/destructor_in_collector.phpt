--TEST--
A destructor run by the garbage collector cannot suspend: clear exception, nothing breaks
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

class Cycle {
    public $self;
    public function __construct() { $this->self = $this; }
    public function __destruct() {
        try {
            suspend();
            echo "suspended\n";
        } catch (Async\AsyncException $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
        delay(1);
        echo "destroyed\n";
    }
}
$others = 0;
spawn(function () use (&$others) {
    new Cycle;
    $before = $others;
    gc_collect_cycles();
    var_dump($others === $before);
});
spawn(function () use (&$others) { $others++; });
?>
--EXPECTF--
Async\AsyncException: Cannot suspend here: %s
destroyed
bool(true)
