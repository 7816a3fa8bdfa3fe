--TEST--
finally() closures run when the coroutine ends in whatever way, in order, with the coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$seen = [];
function watch(string $name, Async\Coroutine $c): Async\Coroutine {
    global $seen;
    $seen[$name] = '';
    $c->finally(function (Async\Coroutine $it) use ($name, $c, &$seen) { $seen[$name] .= $it === $c ? ' 1 same' : ' 1 other'; });
    $c->finally(function () use ($name, &$seen) { suspend(); $seen[$name] .= ' 2'; });
    return $c;
}
$ok = watch('returned', spawn(fn() => 1));
$bad = watch('threw', spawn(fn() => throw new Exception('boom')));
$cancelled = watch('cancelled', spawn(function () { delay(10000); }));
settle();
$cancelled->cancel();
Async\await_all([$ok, $bad, $cancelled]);
foreach ($seen as $name => $calls) {
    echo "$name:$calls\n";
}
$ok->finally(function () { echo "already completed: at once\n"; });
?>
--EXPECT--
returned: 1 same 2
threw: 1 same 2
cancelled: 1 same 2
already completed: at once
