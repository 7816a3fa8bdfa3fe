--TEST--
An exception in flight survives the closing of a pool
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
function work() {
    $pool = new Async\Pool('connect', function ($r) {
        echo "destroying $r->number\n";
        try {
            throw new LogicException('inside');
        } catch (LogicException) {
        }
        Async\suspend();
    }, min: 2);
    $r = $pool->acquire();
    throw new RuntimeException('the one that matters');
}
attempt(fn() => work());

function work_in_finally() {
    $pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), min: 1);
    try {
        throw new RuntimeException('this one too');
    } finally {
        $pool->close();
    }
}
attempt(fn() => work_in_finally());

echo "-- a destructor that throws is a warning\n";
function work_badly() {
    $pool = new Async\Pool('connect', fn($r) => throw new Exception("no, $r->number"), min: 1);
    throw new RuntimeException('and this one');
}
attempt(fn() => work_badly());
?>
--EXPECTF--
destroying 1
RuntimeException: the one that matters
destroying 3
RuntimeException: this one too
-- a destructor that throws is a warning

Warning: Uncaught Exception: no, 4 in %s
Stack trace:
%A
  thrown in %s on line %d
RuntimeException: and this one
