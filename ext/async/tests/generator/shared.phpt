--TEST--
A generator that is running in one coroutine cannot be resumed by another
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

$inside = $refused = false;
$generator = (function () {
    $GLOBALS['inside'] = true;
    until(fn() => $GLOBALS['refused']);
    yield 1;
    yield 2;
})();
spawn(function () use ($generator) { $value = $generator->current(); echo "a $value\n"; });
spawn(function () use ($generator) {
    until(fn() => $GLOBALS['inside']);
    try {
        $generator->current();
        echo "not reached\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    $GLOBALS['refused'] = true;
});
?>
--EXPECT--
Error: Cannot resume an already running generator
a 1
