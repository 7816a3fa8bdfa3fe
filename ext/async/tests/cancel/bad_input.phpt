--TEST--
cancel() takes an AsyncCancellation or null
--EXTENSIONS--
async
--FILE--
<?php
$coroutine = Async\spawn(fn() => 'result');
foreach ([fn() => $coroutine->cancel(new Exception), fn() => $coroutine->cancel('reason'), fn() => $coroutine->cancel(null, 1)] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($coroutine->isCancellationRequested(), Async\await($coroutine));
?>
--EXPECT--
TypeError: Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
TypeError: Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, string given
ArgumentCountError: Async\Coroutine::cancel() expects at most 1 argument, 2 given
bool(false)
string(6) "result"
