--TEST--
An exception in flight in one coroutine is not seen by another
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

class SuspendsInDestructor {
    public function __destruct() { suspend(); echo "destructor\n"; }
}
function thrower() {
    $object = new SuspendsInDestructor;
    throw new Exception('in flight');
}
spawn(function () {
    try {
        thrower();
    } catch (Exception $e) {
        echo 'a caught: ', $e->getMessage(), "\n";
    }
});
spawn(function () {
    try {
        echo "b sees nothing\n";
        suspend();
        echo "b still sees nothing\n";
    } catch (Throwable $e) {
        echo 'b must not see ', $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
b sees nothing
destructor
a caught: in flight
b still sees nothing
