--TEST--
The await functions take arrays, iterators, generators and aggregates, and keep their keys
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await_all;

class Bag implements IteratorAggregate {
    public function getIterator(): Iterator { return new ArrayIterator(['k' => spawn(fn() => 'aggregate')]); }
}
function generate() {
    foreach (['x', 'y'] as $key) {
        suspend();
        yield $key => spawn(fn() => "generated $key");
    }
}
echo json_encode(await_all(new ArrayIterator(['a' => spawn(fn() => 1), 7 => spawn(fn() => 2)]))), "\n";
echo json_encode(await_all(generate())), "\n";
echo json_encode(await_all(new Bag)), "\n";
$storage = new SplObjectStorage;
$storage->attach(spawn(fn() => 'stored'));
echo json_encode(await_all($storage)), "\n";
$same = spawn(fn() => 'same');
echo json_encode(await_all([$same, 'again' => $same])), "\n";
?>
--EXPECT--
[{"a":1,"7":2},[]]
[{"x":"generated x","y":"generated y"},[]]
[{"k":"aggregate"},[]]
[["stored"],[]]
[{"0":"same","again":"same"},[]]
