--TEST--
Exceptions pass from a coroutine's wait through the Fiber to its resumer
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$failing = spawn(fn() => throw new Exception('boom'));
$task = spawn(function () use ($failing) {
    $fiber = new Fiber(fn() => await($failing));
    try {
        $fiber->start();
    } catch (Exception $e) {
        echo 'through the fiber: ', $e->getMessage(), "\n";
    }
    $fiber = new Fiber(function () {
        try {
            Fiber::suspend();
        } catch (Exception $e) {
            Async\suspend();
            echo 'thrown in: ', $e->getMessage(), "\n";
        }
    });
    $fiber->start();
    $fiber->throw(new Exception('bang'));
});
?>
--EXPECT--
through the fiber: boom
thrown in: bang
