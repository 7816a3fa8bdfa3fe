--TEST--
get_coroutines() lists all that have not ended, oldest first, the main script included
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\get_coroutines;
use function Async\current_coroutine;

var_dump(get_coroutines() === [current_coroutine()]);
$go = [];
$wait = function (string $name) use (&$go) {
    while (!isset($go[$name])) {
        suspend();
    }
};
$a = spawn($wait, 'a');
$b = spawn($wait, 'b');
var_dump(get_coroutines() === [current_coroutine(), $a, $b]);
$go['a'] = true;
Async\await($a);
var_dump(get_coroutines() === [current_coroutine(), $b]);
$go['b'] = true;
Async\await($b);
var_dump(count(get_coroutines()));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
