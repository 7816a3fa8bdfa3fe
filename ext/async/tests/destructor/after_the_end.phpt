--TEST--
A destructor that waits when its coroutine has ended, or was cancelled before it began, does not bring the coroutine back
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

class D {
    public function __construct(private string $name) {}
    public function __destruct() { delay(1); echo "$this->name destroyed\n"; }
}
/* Nobody has the coroutine, so that its result goes with it. */
spawn(fn() => new D('result'));
delay(10);

$captured = new D('captured');
$coroutine = spawn(function () use ($captured) { echo "never\n"; });
unset($captured);
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
var_dump($coroutine->isCompleted(), $coroutine->isCancelled());
await(spawn(function () { echo "others go on\n"; }));
?>
--EXPECT--
result destroyed
captured destroyed
The coroutine was cancelled
bool(true)
bool(true)
others go on
