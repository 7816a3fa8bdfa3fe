--TEST--
getAwaitingInfo() says what a suspended coroutine waits for
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\await_all;
use function Async\delay;
use function Async\timeout;

require __DIR__ . '/../settle.inc';

$sleeper = spawn(function () { delay(10000); });
$one = spawn(fn() => await($sleeper));
$many = spawn(fn() => await_all([$sleeper, $one]));
$timeout = spawn(fn() => await(timeout(10000)));
var_dump($one->getAwaitingInfo());
settle();
echo implode($one->getAwaitingInfo()), "\n";
echo implode($many->getAwaitingInfo()), "\n";
echo implode($timeout->getAwaitingInfo()), "\n";
$sleeper->cancel();
$timeout->cancel();
await_all([$many, $timeout]);
var_dump($one->getAwaitingInfo());
?>
--EXPECTF--
array(0) {
}
coroutine #%d%S
2 of 2 awaited objects to complete (0 have)
a timeout of 10000 ms
array(0) {
}
