--TEST--
discard() destroys a resource instead of releasing it, and its place goes to the oldest waiter
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
use function Async\{await, spawn};

class Strategy implements Async\CircuitBreakerStrategy {
    public function reportSuccess(mixed $source): void { echo "success\n"; }
    public function reportFailure(mixed $source, Throwable $error): void { echo 'failure: ', $error->getMessage(), "\n"; }
}
$pool = new Async\Pool('connect', fn ($r) => print("destroying $r->number\n"),
    beforeRelease: function ($r) { echo "asked about $r->number\n"; return true; }, max: 1);
$pool->setCircuitBreakerStrategy(new Strategy);
$r = $pool->acquire();
$waiter = spawn(fn () => $pool->acquire());
settle();
$pool->discard($r);
echo 'the waiter has ', ($second = await($waiter))->number, "\n";
counts($pool);

echo "-- wrongly\n";
attempt(fn () => $pool->discard($r));
attempt(fn () => $pool->discard(new stdClass));
attempt(fn () => $pool->release($r));
counts($pool);

echo "-- an exception in flight survives\n";
attempt(function () use ($pool, $second) {
    try {
        throw new LogicException('in flight');
    } finally {
        $pool->discard($second);
    }
});
counts($pool);

echo "-- after close()\n";
$third = $pool->acquire();
$pool->close();
$pool->discard($third);
counts($pool);
?>
--EXPECT--
failure: The resource was discarded by its user
destroying 1
the waiter has 2
counts: idle 0, active 1, connecting 0, waiting 0, created 2, destroyed: discarded 1
-- wrongly
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
counts: idle 0, active 1, connecting 0, waiting 0, created 2, destroyed: discarded 1
-- an exception in flight survives
failure: The resource was discarded by its user
destroying 2
LogicException: in flight
counts: idle 0, active 0, connecting 0, waiting 0, created 2, destroyed: discarded 2
-- after close()
destroying 3
counts: idle 0, active 0, connecting 0, waiting 0, created 3, destroyed: closed 1, discarded 2
