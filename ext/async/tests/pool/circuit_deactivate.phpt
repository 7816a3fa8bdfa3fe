--TEST--
deactivate() sends every waiter away and refuses the next until activate()
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
var_dump($pool->getState());
$r = $pool->acquire();
$tasks = [];
for ($i = 0; $i < 3; $i++) {
    $tasks[] = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
}
Async\suspend();
$pool->deactivate();
counts($pool, 'deactivated');
Async\await_all($tasks);
var_dump($pool->getState());
attempt(fn() => $pool->acquire());
attempt(fn() => $pool->tryAcquire());
$pool->release($r);
$pool->activate();
attempt(fn() => $pool->acquire()->number);
counts($pool);
$pool->close();
$pool->deactivate();
var_dump($pool->getState());
?>
--EXPECT--
enum(Async\CircuitBreakerState::ACTIVE)
deactivated: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
enum(Async\CircuitBreakerState::INACTIVE)
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
ok: NULL
ok: 1
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
enum(Async\CircuitBreakerState::ACTIVE)
