--TEST--
A destructor cannot get hold of the pool or the coroutine that is being freed
--EXTENSIONS--
async
--FILE--
<?php
class Witness
{
    public ?WeakReference $seen = null;

    public function __destruct()
    {
        var_dump($this->seen->get());
    }
}
$witness = new Witness;
$pool = new Async\Pool(function () use ($witness) {});
$witness->seen = WeakReference::create($pool);
unset($witness, $pool);

$coroutine = Async\spawn(fn() => new Witness);
Async\await($coroutine)->seen = WeakReference::create($coroutine);
unset($coroutine);
echo "end\n";
?>
--EXPECT--
NULL
NULL
end
