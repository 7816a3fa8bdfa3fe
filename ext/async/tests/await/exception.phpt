--TEST--
await() rethrows the exception of the coroutine, the very same object
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$thrown = new RuntimeException('boom', 7);
$coroutine = spawn(function () use ($thrown) { throw $thrown; });
try {
    await($coroutine);
} catch (RuntimeException $e) {
    var_dump($e === $thrown, $e->getMessage(), $e->getCode(), $e->getPrevious());
}
?>
--EXPECT--
bool(true)
string(4) "boom"
int(7)
NULL
