--TEST--
delay() suspends only its own coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\suspend;

$done = false;
spawn(function () use (&$done) {
    delay(20);
    $done = true;
});
$turns = 0;
while (!$done) {
    $turns++;
    suspend();
}
var_dump($turns > 1);
?>
--EXPECT--
bool(true)
