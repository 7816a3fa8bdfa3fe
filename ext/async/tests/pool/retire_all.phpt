--TEST--
retireAll() destroys idle resources at once, others when they come back, and refills the pool
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$connecting = null;
$factory = function () use (&$connecting) {
    $made = connect();
    if ($connecting) {
        $connecting = false;
        until(function () use (&$connecting) { return $connecting === null; });
    }
    return $made;
};
$pool = new Async\Pool($factory, min: 1, max: 3);
$held = $pool->acquire();
$pool->release($pool->acquire());
counts($pool, 'before');

$connecting = true;
$other = $pool->acquire();
$late = Async\spawn(fn() => $pool->acquire());
until(function () use (&$connecting) { return $connecting === false; });
$pool->release($other);
$pool->retireAll();
counts($pool, 'retired');
$connecting = null;
$late = Async\await($late);
echo "made meanwhile: $late->number\n";

/* All three are destroyed when they come back, and the waiter gets a new one. */
$pool->setMax(2);
$waits = Async\spawn(fn() => $pool->acquire());
until(fn() => $pool->getStats()['waiting'] === 1);
$pool->release($held);
$new = Async\await($waits);
echo "new: $new->number\n";
$pool->release($late);
$pool->release($new);
counts($pool, 'all are back');
$pool->retireAll();
until(fn() => $pool->idleCount() === 1);
counts($pool, 'refilled to the minimum');
?>
--EXPECT--
before: idle 1, active 1, connecting 0, waiting 0, created 2, destroyed: none
retired: idle 0, active 1, connecting 1, waiting 0, created 2, destroyed: retired 1
made meanwhile: 3
new: 4
all are back: idle 1, active 0, connecting 0, waiting 0, created 4, destroyed: retired 3
refilled to the minimum: idle 1, active 0, connecting 0, waiting 0, created 5, destroyed: retired 4
