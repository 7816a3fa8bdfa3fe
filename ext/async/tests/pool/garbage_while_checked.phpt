--TEST--
A pool that becomes garbage while its healthcheck waits is collected when the round is over
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';

$state = new stdClass;
$state->checking = $state->finished = false;
$make = function () use ($state) {
    $box = new stdClass;
    /* The cycle: pool, factory, box, pool. */
    $box->pool = new Async\Pool(
        factory: function () use ($box) { return new stdClass; },
        destructor: function () { echo "destroyed\n"; },
        healthcheck: function () use ($state) {
            $state->checking = true;
            until(fn() => $state->finished);
            return true;
        },
        min: 1, healthcheckInterval: 1);
    return WeakReference::create($box->pool);
};
$pool = $make();
until(fn() => $state->checking);
gc_collect_cycles();
var_dump($pool->get() !== null);
$state->finished = true;
until(function () use ($pool) {
    gc_collect_cycles();
    return $pool->get() === null;
});
echo "collected\n";
?>
--EXPECT--
bool(true)
destroyed
collected
