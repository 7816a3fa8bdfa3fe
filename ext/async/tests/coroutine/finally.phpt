--TEST--
finally() closures run when the coroutine ends in whatever way, in order, with the coroutine
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

function watch(string $name, Async\Coroutine $c): Async\Coroutine {
    $c->finally(function (Async\Coroutine $it) use ($name, $c) { echo "$name 1 ", $it === $c ? 'same' : 'other', "\n"; });
    $c->finally(function () use ($name) { suspend(); echo "$name 2\n"; });
    return $c;
}
$ok = watch('returned', spawn(fn() => 1));
$bad = watch('threw', spawn(fn() => throw new Exception('boom')));
$cancelled = watch('cancelled', spawn(function () { delay(10000); }));
suspend();
$cancelled->cancel();
Async\await_all([$ok, $bad, $cancelled]);
$ok->finally(function () { echo "already completed: at once\n"; });
?>
--EXPECT--
returned 1 same
threw 1 same
returned 2
threw 2
cancelled 1 same
cancelled 2
already completed: at once
