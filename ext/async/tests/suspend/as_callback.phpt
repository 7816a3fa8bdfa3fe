--TEST--
The functions work as callbacks, by reflection and with named arguments
--EXTENSIONS--
async
--INI--
; that each call lets the other run once is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;

spawn(function () { for ($i = 0; $i < 6; $i++) { echo "o$i "; Async\suspend(); } });
call_user_func('Async\suspend');
$suspend = Async\suspend(...);
$suspend();
array_map('Async\delay', [0, 0]);
(new ReflectionFunction('Async\suspend'))->invoke();
echo Async\await(cancellation: null, awaitable: spawn(task: fn() => 'awaited')), "\n";
?>
--EXPECT--
o0 o1 o2 o3 o4 o5 awaited
