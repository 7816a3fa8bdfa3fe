--TEST--
After a fatal error no finally block runs, wherever the coroutines wait
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
$waiting = <<<'PHP'
function generator() { try { Async\delay(60000); yield 1; } finally { echo "generator finally\n"; } }
function delegating() { try { yield from generator(); } finally { echo "delegating finally\n"; } }
$fiber = new Fiber(function () { try { Async\delay(60000); } finally { echo "fiber finally\n"; } });
$generator = generator();
$delegating = delegating();
Async\spawn(function () use ($fiber) { try { $fiber->start(); } finally { echo "finally\n"; } });
Async\spawn(function () use ($generator) { foreach ($generator as $_); });
Async\spawn(function () use ($delegating) { foreach ($delegating as $_); });
Async\suspend();
register_shutdown_function(function () { echo "shutdown function\n"; });
ini_set('display_errors', 0);

PHP;
echo "In the main script:\n";
run_php($waiting . 'trigger_error("enough", E_USER_ERROR);');
echo "In a coroutine:\n";
run_php($waiting . 'Async\spawn(fn() => trigger_error("enough", E_USER_ERROR));
    try { Async\delay(60000); } finally { echo "main finally\n"; }');
?>
--EXPECT--
In the main script:
shutdown function
exit status 255
In a coroutine:
shutdown function
exit status 255
