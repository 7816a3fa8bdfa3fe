--TEST--
An exception in flight in one coroutine is not seen by another
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

$reached = [];
function reach(string $point): void { $GLOBALS['reached'][$point] = true; }
function has_reached(string $point): bool { return isset($GLOBALS['reached'][$point]); }

class SuspendsInDestructor {
    public function __destruct() {
        reach('in flight');
        until(fn() => has_reached('b saw'));
        echo "destructor\n";
    }
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
        reach('a caught');
    }
});
spawn(function () {
    try {
        until(fn() => has_reached('in flight'));
        echo "b sees nothing\n";
        reach('b saw');
        until(fn() => has_reached('a caught'));
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
