--TEST--
Locals of a coroutine are destroyed when it ends, before those who await it go on
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

class D { public function __destruct() { echo "destroyed\n"; } }
$coroutine = spawn(function () { $d = new D; return 1; });
await($coroutine);
echo "awaited\n";
?>
--EXPECT--
destroyed
awaited
