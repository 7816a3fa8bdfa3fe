--TEST--
Where waiting is not possible an acquire that would have to wait says so
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
class Node {
    public $self;
    function __construct(public Async\Pool $pool) { $this->self = $this; }
    function __destruct() {
        attempt(fn() => $this->pool->acquire());
        counts($this->pool);
    }
}
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$node = new Node($pool);
unset($node);
gc_collect_cycles();
$pool->release($r);
?>
--EXPECT--
Async\PoolException: No resource is available (1 active, 0 connecting, at most 1), and this code cannot suspend
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
