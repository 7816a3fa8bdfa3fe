--TEST--
Fiber::getCurrent() is the Fiber of the running code, never the coroutine's own stack
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

var_dump(Fiber::getCurrent());
$inside = $left = false;
spawn(function () use (&$inside, &$left) {
    var_dump(Fiber::getCurrent());
    $fiber = new Fiber(function () use (&$fiber, &$inside, &$left) {
        var_dump(Fiber::getCurrent() === $fiber);
        $inside = true;
        until(function () use (&$left) { return $left; });
        var_dump(Fiber::getCurrent() === $fiber);
    });
    $fiber->start();
    var_dump(Fiber::getCurrent());
});
spawn(function () use (&$inside, &$left) {
    until(function () use (&$inside) { return $inside; });
    var_dump(Fiber::getCurrent());
    $left = true;
});
?>
--EXPECT--
NULL
NULL
bool(true)
NULL
bool(true)
NULL
