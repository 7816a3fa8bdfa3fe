--TEST--
A destructor run by the garbage collector cannot suspend: clear exception, nothing breaks
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
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
spawn(function () {
    new Cycle;
    echo "collecting\n";
    gc_collect_cycles();
    echo "collected\n";
});
spawn(function () { echo "other\n"; });
?>
--EXPECTF--
collecting
Async\AsyncException: Cannot suspend here: %s
destroyed
collected
other
