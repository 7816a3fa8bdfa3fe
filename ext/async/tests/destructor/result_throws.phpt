--TEST--
An exception in the destructor of a result is never the next coroutine's
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
class Result { function __destruct() { throw new Exception('from the destructor'); } }

set_exception_handler(function (Throwable $e) { echo 'unhandled: ', $e->getMessage(), "\n"; });
Async\spawn(fn() => new Result);
$next = Async\spawn(fn() => 5);
settle();
try {
    $value = Async\await($next);
    echo "next: $value\n";
} catch (Throwable $e) {
    echo 'next got ', $e->getMessage(), "\n";
}
Async\spawn(fn() => new Result);
settle();
/* The closure of a coroutine that never runs. */
$held = new Result;
$cancelled = Async\spawn(function () use ($held) {});
unset($held);
$cancelled->cancel();
try {
    Async\await($cancelled);
} catch (Throwable $e) {
    echo 'cancelled: ', $e::class, ', previous ', $e->getPrevious()?->getMessage(), "\n";
}
echo "end\n";
?>
--EXPECT--
unhandled: from the destructor
next: 5
unhandled: from the destructor
cancelled: Async\AsyncCancellation, previous from the destructor
end
