--TEST--
Ten thousand coroutines suspended at once
--EXTENSIONS--
async
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

$go = false;
$started = $ended = 0;
for ($i = 0; $i < 10000; $i++) {
    spawn(function () use (&$started, &$ended, &$go) {
        $started++;
        do {
            suspend();
        } while (!$go);
        $ended++;
    });
}
until(fn() => $GLOBALS['started'] === 10000);
var_dump($started, count(Async\get_coroutines()));
$go = true;
until(fn() => count(Async\get_coroutines()) === 1);
var_dump($ended);
?>
--EXPECT--
int(10000)
int(10001)
int(10000)
