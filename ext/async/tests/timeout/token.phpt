--TEST--
timeout() is a Completable that ends with a TimeoutException
--EXTENSIONS--
async
--FILE--
<?php
use function Async\await;
use function Async\timeout;

$timeout = timeout(100);
var_dump($timeout instanceof Async\Completable, $timeout->isCompleted(), $timeout->isCancelled());
try {
    await($timeout);
} catch (Async\TimeoutException $e) {
    echo $e->getMessage(), "\n";
}
var_dump($timeout->isCompleted(), $timeout->isCancelled());
try {
    await($timeout);
} catch (Async\TimeoutException $again) {
    var_dump($again !== $e);
}
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
The timeout of 100 ms has passed
bool(true)
bool(false)
bool(true)
