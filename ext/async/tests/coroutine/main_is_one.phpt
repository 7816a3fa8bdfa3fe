--TEST--
The main script is a coroutine: it can be awaited and waits like any other
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\current_coroutine;
use function Async\delay;

$main = current_coroutine();
spawn(function () use ($main) {
    var_dump($main->isSuspended(), $main === current_coroutine());
    echo $main->getSuspendFileAndLine()[1], "\n";
});
delay(2);
echo "end of main\n";
?>
--EXPECT--
bool(true)
bool(false)
11
end of main
