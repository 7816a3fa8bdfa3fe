--TEST--
A finished coroutine is freed when nobody holds it
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$weak = [];
for ($i = 0; $i < 3; $i++) {
    $weak[] = WeakReference::create(spawn(function () { suspend(); }));
}
var_dump($weak[0]->get() !== null);
suspend();
suspend();
foreach ($weak as $reference) {
    var_dump($reference->get());
}
?>
--EXPECT--
bool(true)
NULL
NULL
NULL
