--TEST--
exit() while a coroutine waits inside a Fiber runs its finally blocks once, before objects are destroyed
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
class Last { function __destruct() { echo "object destroyed\n"; } }
$last = new Last;
$inner = new Fiber(function () {
    try { Async\delay(60000); } finally { echo "inner finally\n"; }
});
$outer = new Fiber(function () use ($inner) {
    try { $inner->start(); } finally { echo "outer finally\n"; }
});
Async\spawn(function () use ($outer) {
    try { $outer->start(); } finally { echo "coroutine finally\n"; }
});
settle();
exit(3);
PHP);
?>
--EXPECT--
inner finally
outer finally
coroutine finally
object destroyed
exit status 3
