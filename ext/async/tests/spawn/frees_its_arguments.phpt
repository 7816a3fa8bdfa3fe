--TEST--
Callable and arguments are freed when the coroutine has ended, though its object lives
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

class Traced {
    public function __construct(private string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}

$captured = new Traced('captured');
$coroutine = spawn(function (Traced $argument) use ($captured) {
    echo "runs\n";
}, new Traced('argument'));
unset($captured);
echo "spawned\n";
await($coroutine);
echo "awaited\n";
var_dump($coroutine->isCompleted());
?>
--EXPECT--
spawned
runs
argument destroyed
captured destroyed
awaited
bool(true)
