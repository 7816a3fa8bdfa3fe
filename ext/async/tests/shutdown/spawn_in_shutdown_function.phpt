--TEST--
A coroutine spawned in a shutdown function runs to its end before destructors
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\await;

class D { public function __destruct() { echo "destructor\n"; } }
$global = new D;
register_shutdown_function(function () {
    spawn(function () {
        while (!$GLOBALS['go']) {
            delay(1);
        }
        echo "spawned in the shutdown function\n";
    });
    echo "shutdown function 1\n";
});
$go = false;
register_shutdown_function(function () {
    $value = await(spawn(function () { delay(1); return 'awaited'; }));
    echo "shutdown function 2: $value\n";
    $GLOBALS['go'] = true;
});
spawn(function () { echo "coroutine\n"; });
echo "end of main\n";
?>
--EXPECTF--
end of main
coroutine
shutdown function 1
shutdown function 2: awaited
spawned in the shutdown function
destructor
