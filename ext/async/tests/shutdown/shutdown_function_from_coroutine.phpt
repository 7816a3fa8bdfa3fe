--TEST--
A shutdown function registered by a coroutine after the end of the main script
--EXTENSIONS--
async
--FILE--
<?php
Async\spawn(function () {
    Async\delay(1);
    register_shutdown_function(function () { echo "shutdown function\n"; });
    echo "coroutine\n";
});
echo "end of main\n";
?>
--EXPECT--
end of main
coroutine
shutdown function
