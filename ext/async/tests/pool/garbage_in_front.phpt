--TEST--
Garbage whose destructor releases a resource is collected for those who wait, and before a deadlock is reported
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';

class Lease {
    public $itself;
    public $resource;

    function __construct(private Async\Pool $pool)
    {
        $this->itself = $this;
        $this->resource = $pool->acquire();
    }

    function __destruct()
    {
        $this->pool->release($this->resource);
    }
}

gc_disable();
$pool = new Async\Pool('connect', max: 1);
echo "-- something else is to happen\n";
$lease = new Lease($pool);
$waiter = Async\spawn(fn() => $pool->acquire(20_000)->number);
until(fn() => $pool->getStats()['waiting'] === 1);
$lease = null;
var_dump(Async\await($waiter));
counts($pool);
unset($waiter);

echo "-- nothing else is to happen\n";
$pool = new Async\Pool('connect', max: 1);
new Lease($pool);
var_dump($pool->acquire()->number);
attempt(fn() => $pool->acquire());
new Lease($other = new Async\Pool('connect', max: 1));
var_dump($other->acquire()->number);
counts($pool);
?>
--EXPECTF--
-- something else is to happen
int(1)
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
-- nothing else is to happen
int(2)
Async\DeadlockError: %s
int(3)
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
