--TEST--
A generator may be taken further by another coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;

$generator = (function () {
    foreach ([1, 2, 3] as $i) {
        suspend();
        yield $i;
    }
})();
await(spawn(function () use ($generator) { echo $generator->current(), "\n"; }));
await(spawn(function () use ($generator) { $generator->next(); echo $generator->current(), "\n"; }));
$generator->next();
echo $generator->current(), "\n";
?>
--EXPECT--
1
2
3
