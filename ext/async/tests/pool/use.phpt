--TEST--
use() acquires, calls and releases, also when the callable throws, is cancelled or calls exit()
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../run_php.inc';
use function Async\{await, delay, spawn};

$pool = new Async\Pool('connect', fn ($r) => print("destroying $r->number\n"), max: 1);
var_dump($pool->use(fn ($r) => "result of $r->number"));
counts($pool);
attempt(fn () => $pool->use(fn ($r) => throw new LogicException('thrown')));
counts($pool);
$task = spawn(fn () => $pool->use(function ($r) { delay(10_000); }));
settle();
attempt(fn () => $pool->use(fn () => 1, 1));
$waiter = spawn(fn () => $pool->use(fn ($r) => "the waiter had $r->number"));
settle();
$task->cancel();
echo await($waiter), "\n";
counts($pool);

echo "-- the callable ends it itself\n";
$pool->use(fn ($r) => $pool->discard($r));
counts($pool);
/* Another coroutine has it by then, and keeps it. */
$taken = null;
$pool->use(function ($r) use ($pool, &$taken) {
    $pool->release($r);
    $taken = $pool->acquire();
});
counts($pool);
$pool->release($taken);

echo "-- resources that are equal\n";
$numbers = new Async\Pool(fn () => 7, max: 2);
$numbers->use(function ($outer) use ($numbers) {
    $numbers->use(function ($inner) use ($numbers) {
        $numbers->release($inner);
        $numbers->release($inner);
    });
});
counts($numbers);

echo "-- arguments\n";
attempt(fn () => $pool->use('no_such_function'));
attempt(fn () => $pool->use(fn () => 1, -1));
$pool->close();
attempt(fn () => $pool->use(fn () => 1));

run_php(<<<'PHP'
$pool = new Async\Pool(fn () => new stdClass, beforeRelease: function () { echo "released\n"; return true; });
$pool->use(function () { exit(3); });
PHP);
?>
--EXPECTF--
string(11) "result of 1"
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
LogicException: thrown
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
Async\PoolTimeoutException: No resource could be had from the pool within %d ms: %s
the waiter had 1
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
-- the callable ends it itself
destroying 1
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: discarded 1
counts: idle 0, active 1, connecting 0, waiting 0, created 2, destroyed: discarded 1
-- resources that are equal
counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
-- arguments
TypeError: Async\Pool::use(): Argument #1 ($work) must be a valid callback, function "no_such_function" not found or invalid function name
ValueError: Async\Pool::use(): Argument #2 ($timeout) must be greater than or equal to 0
destroying 2
Async\PoolException: The pool is closed
released
exit status 3
