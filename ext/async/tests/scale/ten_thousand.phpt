--TEST--
Ten thousand coroutines suspended at once
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
memory_limit=-1
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$started = $ended = 0;
for ($i = 0; $i < 10000; $i++) {
    spawn(function () use (&$started, &$ended) {
        $started++;
        suspend();
        suspend();
        $ended++;
    });
}
suspend();
var_dump($started, count(Async\get_coroutines()));
suspend();
suspend();
var_dump($ended);
?>
--EXPECT--
int(10000)
int(10001)
int(10000)
