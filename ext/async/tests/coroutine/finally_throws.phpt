--TEST--
What a finally() closure throws is the coroutine's exception; the others still run
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$coroutine = spawn(fn() => throw new Exception('body'));
$coroutine->finally(function () { throw new LogicException('closure'); });
$coroutine->finally(function () { echo "second closure\n"; });
try {
    await($coroutine);
} catch (LogicException $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}
?>
--EXPECT--
second closure
closure <- body
