--TEST--
A cancellation that was caught does not turn later errors into cancellations
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn, timeout};

require __DIR__ . '/../settle.inc';

$pool = new Async\Pool(fn() => new stdClass, beforeRelease: function () {
    await(spawn(fn() => delay(60000)), timeout(1));
});
$pool->setCircuitBreakerStrategy(new class implements Async\CircuitBreakerStrategy {
    function reportSuccess(mixed $source): void { echo "success\n"; }
    function reportFailure(mixed $source, Throwable $e): void { echo 'failure: ', $e::class, "\n"; }
});
$job = function () use ($pool) {
    $pool->release($pool->acquire());
    echo "released\n";
};
await(spawn($job));
$cancelled = spawn(function () use ($job) {
    try {
        delay(60000);
    } catch (Async\AsyncCancellation) {
        echo "caught\n";
    }
    $job();
});
settle();
$cancelled->cancel();
await($cancelled);
exit;
?>
--EXPECT--
failure: Async\OperationCanceledException
released
caught
failure: Async\OperationCanceledException
released
