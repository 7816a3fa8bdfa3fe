--TEST--
The object of a callable lives until its coroutine has ended
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

class Task {
    public function run() { echo "runs\n"; }
    public function __destruct() { echo "destroyed\n"; }
}

$task = new Task;
$callable = [&$task, 'run'];
spawn($callable);
$task = null;
unset($callable);
echo "end of main\n";
?>
--EXPECT--
end of main
runs
destroyed
