--TEST--
A generator that is running in one coroutine cannot be resumed by another
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$generator = (function () { suspend(); yield 1; yield 2; })();
spawn(function () use ($generator) { $value = $generator->current(); echo "a $value\n"; });
spawn(function () use ($generator) {
    try {
        $generator->current();
        echo "not reached\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
Error: Cannot resume an already running generator
a 1
