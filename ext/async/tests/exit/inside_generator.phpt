--TEST--
exit() while coroutines wait inside generators runs their finally blocks once
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
function plain() { try { Async\delay(60000); yield 1; } finally { echo "plain finally\n"; } }
function inner() { try { Async\delay(60000); yield 1; } finally { echo "inner finally\n"; } }
function outer() { try { yield from inner(); Async\delay(1); } finally { echo "outer finally\n"; } }
$plain = plain();
$outer = outer();
Async\spawn(function () use ($plain) { foreach ($plain as $_); });
Async\spawn(function () use ($outer) { foreach ($outer as $_); });
settle();
exit(4);
PHP);
?>
--EXPECT--
plain finally
inner finally
outer finally
exit status 4
