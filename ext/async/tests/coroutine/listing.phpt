--TEST--
get_coroutines() lists all that have not ended, oldest first, the main script included
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\get_coroutines;
use function Async\current_coroutine;

var_dump(get_coroutines() === [current_coroutine()]);
$a = spawn(function () { suspend(); });
$b = spawn(function () { suspend(); suspend(); });
var_dump(get_coroutines() === [current_coroutine(), $a, $b]);
suspend();
suspend();
var_dump(get_coroutines() === [current_coroutine(), $b]);
suspend();
var_dump(count(get_coroutines()));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
