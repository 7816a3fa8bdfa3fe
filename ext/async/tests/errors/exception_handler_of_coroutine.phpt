--TEST--
An exception that is not awaited goes to the handler of the coroutine that failed
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\{spawn, suspend};

$handler = fn(string $name) => function (Throwable $e) use ($name) { echo "$name: ", $e->getMessage(), "\n"; };
set_exception_handler($handler("main's"));
spawn(function () use ($handler) {
    set_exception_handler($handler("the first's"));
    suspend();
    throw new Exception('of the first');
});
spawn(function () {
    suspend();
    throw new Exception('of the second');
});
spawn(function () use ($handler) {
    set_exception_handler($handler('nobody'));
    restore_exception_handler();
    suspend();
    throw new Exception('of the third');
});
suspend();
set_exception_handler($handler("main's second"));
spawn(fn() => throw new Exception('of the fourth'));
?>
--EXPECT--
the first's: of the first
main's: of the second
main's: of the third
main's second: of the fourth
