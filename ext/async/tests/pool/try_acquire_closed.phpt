--TEST--
tryAcquire() gives null when the pool is closed or INACTIVE, also when that happens meanwhile
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
use function Async\{await, delay, spawn};

$pool = new Async\Pool('connect', min: 1);
$pool->deactivate();
var_dump($pool->tryAcquire());
$pool->activate();
$pool->close();
var_dump($pool->tryAcquire());

echo "-- closed while the factory waits\n";
$pool = new Async\Pool(function () { delay(10); return connect(); }, fn ($r) => print("destroying $r->number\n"));
$task = spawn(fn () => $pool->tryAcquire());
until(fn () => $pool->getStats()['connecting'] === 1);
$pool->close();
var_dump(await($task));
counts($pool);

echo "-- closed while beforeAcquire refuses\n";
$pool = new Async\Pool('connect', beforeAcquire: function () { delay(10); return false; }, min: 1);
$task = spawn(fn () => $pool->tryAcquire());
until(fn () => $pool->activeCount() === 1);
$pool->close();
var_dump(await($task));
counts($pool);

echo "-- the strategy is asked\n";
class Recovers implements Async\CircuitBreakerStrategy {
    public bool $ready = false;
    public function reportSuccess(mixed $source): void {}
    public function reportFailure(mixed $source, Throwable $error): void {}
    public function shouldRecover(): bool { return $this->ready; }
}
$pool = new Async\Pool('connect');
$pool->setCircuitBreakerStrategy($strategy = new Recovers);
$pool->deactivate();
var_dump($pool->tryAcquire());
$strategy->ready = true;
delay(3);
var_dump($pool->tryAcquire() instanceof Connection, $pool->getState()->name);
?>
--EXPECT--
NULL
NULL
-- closed while the factory waits
destroying 2
NULL
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
-- closed while beforeAcquire refuses
NULL
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: refused_acquire 1
-- the strategy is asked
NULL
bool(true)
string(10) "RECOVERING"
