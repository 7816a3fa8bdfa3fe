--TEST--
Fiber::suspend() directly in a coroutine is the same error as in the main script
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

spawn(function () {
    try {
        Fiber::suspend();
    } catch (FiberError $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
Cannot suspend outside of a fiber
