--TEST--
When all fail, await_first_success() throws a CompositeException with all errors
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_first_success;
use function Async\delay;

try {
    await_first_success([
        spawn(function () { delay(5); throw new RuntimeException('one'); }),
        spawn(fn() => throw new LogicException('two')),
        spawn(fn() => throw new TypeError('three')),
    ]);
} catch (Async\CompositeException $e) {
    echo $e->getMessage(), "\n";
    foreach ($e->getExceptions() as $i => $inner) {
        echo $i, ' ', get_class($inner), ' ', $inner->getMessage(), "\n";
    }
    var_dump($e->getPrevious() === $e->getExceptions()[0]);
}
?>
--EXPECT--
None of the 3 awaited objects succeeded
0 RuntimeException one
1 LogicException two
2 TypeError three
bool(true)
