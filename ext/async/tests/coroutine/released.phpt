--TEST--
A finished coroutine is freed when nobody holds it
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

$weak = [];
for ($i = 0; $i < 3; $i++) {
    $weak[] = WeakReference::create(spawn(function () { suspend(); }));
}
var_dump($weak[0]->get() !== null);
settle();
foreach ($weak as $reference) {
    var_dump($reference->get());
}
?>
--EXPECT--
bool(true)
NULL
NULL
NULL
