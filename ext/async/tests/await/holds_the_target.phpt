--TEST--
The awaited object lives while it is awaited
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\await_all;
use function Async\delay;

function make(int $ms, $value) {
    return spawn(function () use ($ms, $value) { delay($ms); return $value; });
}
echo await(make(2, 'one')), "\n";
echo json_encode(await_all([make(2, 'a'), make(1, 'b')])), "\n";

$targets = [make(2, 'x'), make(1, 'y')];
spawn(function () use (&$targets) { $targets = null; gc_collect_cycles(); });
echo json_encode(await_all($targets)), "\n";

$reference = [make(3, 'r')];
$alias = &$reference[0];
spawn(function () use (&$alias) { $alias = null; });
echo json_encode(await_all($reference)), "\n";
?>
--EXPECT--
one
[["a","b"],[]]
[["x","y"],[]]
[["r"],[]]
