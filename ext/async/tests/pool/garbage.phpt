--TEST--
A pool that is garbage closes itself, also when its callables refer to it
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
function make(): void {
    $pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), min: 2);
}
make();
echo "-- cycles through every callable, an idle resource and the strategy\n";
class Strategy implements Async\CircuitBreakerStrategy {
    public $pool;
    function reportSuccess(mixed $source): void {}
    function reportFailure(mixed $source, Throwable $error): void {}
    function __destruct() { echo "gone\n"; }
}
class Holder { public $pool; function __destruct() { echo "gone\n"; } }
function cycle(string $which): void {
    $holder = new Holder;
    $callable = function ($r = null) use ($holder) { return true; };
    $pool = new Async\Pool(
        $which == 'factory' || $which == 'resource' ? fn() => $which == 'resource' ? $holder : $holder->pool : fn() => new stdClass,
        $which == 'destructor' ? $callable : null,
        $which == 'healthcheck' ? $callable : null,
        $which == 'beforeAcquire' ? $callable : null,
        $which == 'beforeRelease' ? $callable : null);
    $holder->pool = $pool;
    if ($which == 'strategy') {
        $strategy = new Strategy;
        $strategy->pool = $holder;
        $pool->setCircuitBreakerStrategy($strategy);
    }
    if ($which == 'resource') {
        $pool->release($pool->acquire());
    }
}
foreach (['factory', 'destructor', 'healthcheck', 'beforeAcquire', 'beforeRelease', 'strategy', 'resource'] as $which) {
    echo "$which: ";
    cycle($which);
    if (gc_collect_cycles() == 0) {
        echo "LEAKED\n";
    }
}
echo "-- an active resource that refers to the pool\n";
function lost(): void {
    $holder = new Holder;
    $pool = new Async\Pool(fn() => $holder);
    $holder->pool = $pool;
    $pool->acquire();
}
lost();
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
destroying 1
destroying 2
-- cycles through every callable, an idle resource and the strategy
factory: gone
destructor: gone
healthcheck: gone
beforeAcquire: gone
beforeRelease: gone
strategy: gone
gone
resource: gone
-- an active resource that refers to the pool
gone
bool(true)
