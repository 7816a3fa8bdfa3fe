--TEST--
A strategy that throws breaks nothing
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
class Broken implements Async\CircuitBreakerStrategy {
    public function reportSuccess(mixed $source): void { throw new Exception('success'); }
    public function reportFailure(mixed $source, Throwable $error): void { throw new Exception('failure'); }
    public function shouldRecover(): bool { throw new Exception('recover'); }
}
$fail = false;
$pool = new Async\Pool(function () use (&$fail) { return $fail ? throw new RuntimeException('down') : connect(); }, max: 1);
$pool->setCircuitBreakerStrategy(new Broken);
$r = $pool->acquire();
$waiter = Async\spawn(fn() => $pool->acquire()->number);
Async\suspend();
$pool->release($r);
echo "waiter got ", Async\await($waiter), "\n";
counts($pool);
$pool = new Async\Pool(function () { throw new RuntimeException('down'); }, max: 1);
$pool->setCircuitBreakerStrategy(new Broken);
attempt(fn() => $pool->acquire());
$pool->deactivate();
attempt(fn() => $pool->acquire());
counts($pool);
?>
--EXPECTF--

Warning: Uncaught Exception: success in %s
Stack trace:
%A
  thrown in %s on line %d
waiter got 1
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none

Warning: Uncaught Exception: failure in %s
Stack trace:
%A
  thrown in %s on line %d
RuntimeException: down

Warning: Uncaught Exception: recover in %s
Stack trace:
%A
  thrown in %s on line %d
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
