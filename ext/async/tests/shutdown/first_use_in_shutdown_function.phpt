--TEST--
The scheduler may be started in a shutdown function
--EXTENSIONS--
async
--FILE--
<?php
register_shutdown_function(function () {
    Async\spawn(function () { Async\delay(1); echo "coroutine\n"; });
    echo "shutdown function\n";
});
echo "end of main\n";
?>
--EXPECT--
end of main
shutdown function
coroutine
