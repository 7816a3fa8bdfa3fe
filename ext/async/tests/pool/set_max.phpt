--TEST--
setMax() serves waiters when it grows, and takes away what is too much when it shrinks
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', destructor: function (Connection $c) { echo "destroy\n"; }, min: 1, max: 2);
$a = $pool->acquire();
$b = $pool->acquire();
$waits = Async\spawn(fn() => $pool->acquire());
until(fn() => $pool->getStats()['waiting'] === 1);
$pool->setMax(4);
$c = Async\await($waits);
$d = $pool->acquire();
counts($pool, 'four out');

$pool->setMax(2);
counts($pool, 'lowered');
$pool->release($a);
$pool->release($b);
counts($pool, 'two came back');
$waits = Async\spawn(fn() => $pool->acquire());
until(fn() => $pool->getStats()['waiting'] === 1);
$pool->release($c);
$c = Async\await($waits);
$pool->release($c);
$pool->release($d);
counts($pool, 'all are back');

$pool->setMax(1);
counts($pool, 'idle ones go at once');
attempt(fn() => $pool->setMax(0));
attempt(fn() => $pool->setMax(PHP_INT_MAX));
$pool->close();
$pool = new Async\Pool('connect', min: 2, max: 3);
attempt(fn() => $pool->setMax(1));
var_dump($pool->getStats()['max']);
$pool->close();
$pool->setMax(5);
counts($pool, 'closed');
?>
--EXPECT--
four out: idle 0, active 4, connecting 0, waiting 0, created 4, destroyed: none
lowered: idle 0, active 4, connecting 0, waiting 0, created 4, destroyed: none
destroy
destroy
two came back: idle 0, active 2, connecting 0, waiting 0, created 4, destroyed: retired 2
all are back: idle 2, active 0, connecting 0, waiting 0, created 4, destroyed: retired 2
destroy
idle ones go at once: idle 1, active 0, connecting 0, waiting 0, created 4, destroyed: retired 3
ValueError: Async\Pool::setMax(): Argument #1 ($max) must be between 1 and 4294967295
ValueError: Async\Pool::setMax(): Argument #1 ($max) must be between 1 and 4294967295
destroy
ValueError: Async\Pool::setMax(): Argument #1 ($max) must be greater than or equal to the minimum size, which is 2
int(3)
closed: idle 0, active 0, connecting 0, waiting 0, created 2, destroyed: closed 2
