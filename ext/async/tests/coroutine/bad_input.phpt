--TEST--
The methods of Coroutine refuse wrong arguments
--EXTENSIONS--
async
--FILE--
<?php
$c = Async\current_coroutine();
foreach (['getId', 'getResult', 'getException', 'getSpawnFileAndLine', 'getSpawnLocation', 'getSuspendFileAndLine',
    'getSuspendLocation', 'isStarted', 'isQueued', 'isRunning', 'isSuspended', 'isCancelled', 'isCancellationRequested',
    'isCompleted', 'getAwaitingInfo'] as $method) {
    try {
        $c->$method(1);
        echo "$method accepts an argument\n";
    } catch (ArgumentCountError $e) {
    }
}
foreach ([fn() => $c->finally('strlen'), fn() => $c->finally(), fn() => $c->getTrace('x'), fn() => $c->getTrace(0, 'x')] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
TypeError: Async\Coroutine::finally(): Argument #1 ($callback) must be of type Closure, string given
ArgumentCountError: Async\Coroutine::finally() expects exactly 1 argument, 0 given
TypeError: Async\Coroutine::getTrace(): Argument #1 ($options) must be of type int, string given
TypeError: Async\Coroutine::getTrace(): Argument #2 ($limit) must be of type int, string given
