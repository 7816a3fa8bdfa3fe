--TEST--
The main script can be cancelled, too
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\current_coroutine;

$main = current_coroutine();
spawn(function () use ($main) { $main->cancel(new Async\AsyncCancellation('enough')); });
try {
    delay(10000);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
delay(1);
echo "main goes on\n";
?>
--EXPECT--
enough
main goes on
