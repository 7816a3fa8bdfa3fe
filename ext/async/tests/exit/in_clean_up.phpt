--TEST--
exit() in a finally block or a destructor of a coroutine
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
$c = Async\spawn(function () { try { Async\delay(10000); } finally { echo "finally\n"; exit(3); } });
settle();
$c->cancel();
Async\delay(10000);
echo "not reached\n";
PHP);
run_php(<<<'PHP'
class D { function __destruct() { echo "destructor\n"; exit(4); } }
Async\spawn(function () { $d = new D; Async\suspend(); });
Async\spawn(function () { Async\delay(10000); });
Async\delay(10000);
echo "not reached\n";
PHP);
?>
--EXPECT--
finally
exit status 3
destructor
exit status 4
