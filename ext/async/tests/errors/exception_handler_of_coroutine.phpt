--TEST--
An exception that is not awaited goes to the handler of the coroutine that failed
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{spawn, suspend};

require __DIR__ . '/../settle.inc';

$handler = fn(string $name) => function (Throwable $e) use ($name) { $GLOBALS['seen'][] = "$name: " . $e->getMessage(); };
register_shutdown_function(function () {
    sort($GLOBALS['seen']);
    echo implode("\n", $GLOBALS['seen']), "\n";
});
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
settle();
set_exception_handler($handler("main's second"));
spawn(fn() => throw new Exception('of the fourth'));
?>
--EXPECT--
main's second: of the fourth
main's: of the second
main's: of the third
the first's: of the first
