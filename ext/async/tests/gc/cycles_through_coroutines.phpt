--TEST--
Cycles through finished coroutines are collected
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

class Traced { public $coroutine; public function __destruct() { echo "collected\n"; } }

$traced = new Traced;
$traced->coroutine = spawn(function () use ($traced) { return $traced; });
unset($traced);
settle();
echo "collecting\n";
var_dump(gc_collect_cycles() > 0);

$traced = new Traced;
$traced->coroutine = spawn(function () use ($traced) { throw new class($traced) extends Exception { public function __construct(public $held) {} }; });
settle();
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
