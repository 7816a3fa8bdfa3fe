--TEST--
Cycles through finished coroutines are collected
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

class Traced { public $coroutine; public function __destruct() { echo "collected\n"; } }

$traced = new Traced;
$traced->coroutine = spawn(function () use ($traced) { return $traced; });
unset($traced);
suspend();
echo "collecting\n";
var_dump(gc_collect_cycles() > 0);

$traced = new Traced;
$traced->coroutine = spawn(function () use ($traced) { throw new class($traced) extends Exception { public function __construct(public $held) {} }; });
suspend();
$traced->coroutine->getException();
unset($traced);
echo "collecting\n";
gc_collect_cycles();
?>
--EXPECT--
collecting
collected
bool(true)
collecting
collected
