--TEST--
After the last line the coroutines run to their end, then shutdown functions, then destructors
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

class D { public function __destruct() { echo "destructor\n"; } }
$global = new D;
register_shutdown_function(function () { echo "shutdown function\n"; });
spawn(function () { delay(5); echo "coroutine\n"; });
echo "end of main\n";
?>
--EXPECT--
end of main
coroutine
shutdown function
destructor
