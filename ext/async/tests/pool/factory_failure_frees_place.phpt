--TEST--
A factory that fails throws at its caller, and the place goes to the next in line
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$fail = true;
$go = false;
$pool = new Async\Pool(function () use (&$fail) {
    until(fn() => $GLOBALS['go']);
    if ($fail) {
        $fail = false;
        throw new RuntimeException('refused');
    }
    return connect();
}, max: 1);
$first = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()->number); });
until(fn() => $pool->getStats()['connecting'] === 1);
$second = Async\spawn(function () use ($pool) {
    attempt(function () use ($pool) {
        $r = $pool->acquire();
        $pool->release($r);
        return $r->number;
    });
});
until(fn() => $pool->getStats()['waiting'] === 1);
counts($pool);
$go = true;
Async\await_all([$first, $second]);
counts($pool);
echo $pool->getStats()['factory_failures'], " failure\n";
?>
--EXPECT--
counts: idle 0, active 0, connecting 1, waiting 1, created 0, destroyed: none
RuntimeException: refused
ok: 1
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
1 failure
