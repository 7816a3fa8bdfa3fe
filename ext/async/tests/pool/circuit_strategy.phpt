--TEST--
The strategy hears of releases and of failures, and decides
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
class Strategy implements Async\CircuitBreakerStrategy {
    public bool $recover = false;
    public function reportSuccess(mixed $source): void {
        echo "success, ", $source::class, " is ", $source->getState()->name, ", active ", $source->activeCount(), "\n";
        if ($source->getState() == Async\CircuitBreakerState::RECOVERING) {
            $source->activate();
        }
    }
    public function reportFailure(mixed $source, Throwable $error): void {
        echo "failure: ", $error::class, ": ", $error->getMessage(), "\n";
        $source->deactivate();
    }
    public function shouldRecover(): bool {
        echo "asked\n";
        return $this->recover;
    }
}
$fail = false;
$refuse = false;
$pool = new Async\Pool(
    function () use (&$fail) { return $fail ? throw new RuntimeException('down') : connect(); },
    beforeRelease: function () use (&$refuse) { echo "hook\n"; return $refuse === 'throw' ? throw new LogicException('bad') : !$refuse; },
    max: 2);
$pool->setCircuitBreakerStrategy($strategy = new Strategy);
$r = $pool->acquire();
$pool->release($r);
echo "-- beforeRelease refuses\n";
$r = $pool->acquire();
$refuse = true;
$pool->release($r);
var_dump($pool->getState()->name);
attempt(fn() => $pool->acquire());
echo "-- shouldRecover\n";
Async\delay(2);
$strategy->recover = true;
$fail = true;
attempt(fn() => $pool->acquire());
var_dump($pool->getState()->name);
Async\delay(2);
$fail = $refuse = false;
$r = $pool->acquire();
var_dump($pool->getState()->name);
$pool->release($r);
var_dump($pool->getState()->name);
echo "-- beforeRelease throws\n";
$refuse = 'throw';
$pool->release($pool->acquire());
echo "-- at most once a millisecond\n";
$strategy->recover = false;
Async\delay(2);
$before = hrtime(true);
ob_start();
for ($i = 0; $i < 100; $i++) {
    try {
        $pool->acquire();
    } catch (Async\ServiceUnavailableException) {
    }
}
$elapsed = (hrtime(true) - $before) / 1e6;
$asked = substr_count(ob_get_clean(), 'asked');
var_dump($asked >= 1 && $asked <= $elapsed + 1);
$pool->setCircuitBreakerStrategy(null);
$pool->activate();
$refuse = false;
$pool->release($pool->acquire());
counts($pool);
?>
--EXPECT--
hook
success, Async\Pool is ACTIVE, active 1
-- beforeRelease refuses
hook
failure: Async\PoolException: The beforeRelease hook of the pool refused the resource
string(8) "INACTIVE"
asked
Async\ServiceUnavailableException: The circuit breaker of the pool is INACTIVE
-- shouldRecover
asked
failure: RuntimeException: down
RuntimeException: down
string(8) "INACTIVE"
asked
string(10) "RECOVERING"
hook
success, Async\Pool is RECOVERING, active 1
string(6) "ACTIVE"
-- beforeRelease throws
hook
failure: LogicException: bad
-- at most once a millisecond
bool(true)
hook
counts: idle 1, active 0, connecting 0, waiting 0, created 3, destroyed: refused_release 2
