--TEST--
A signal handler that throws while all wait reaches the main script, or else the oldest waiter
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn};

pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () { throw new RuntimeException('alarm'); });

$other = spawn(fn() => delay(60000));
pcntl_alarm(1);
try {
    sleep(60);
    echo "not reached\n";
} catch (RuntimeException $e) {
    echo 'main: ', $e->getMessage(), "\n";
}
$other->cancel();
spawn(function () {
    try {
        pcntl_alarm(1);
        delay(60000);
    } catch (RuntimeException $e) {
        echo 'the oldest: ', $e->getMessage(), "\n";
    }
});
$younger = spawn(function () {
    try {
        delay(60000);
    } catch (RuntimeException $e) {
        echo 'the younger: ', $e->getMessage(), "\n";
    } catch (Async\AsyncCancellation) {
        echo "the younger was cancelled\n";
    }
});
spawn(function () use ($younger) {
    /* As the script's end waits for it. */
    delay(1500);
    $younger->cancel();
});
?>
--EXPECT--
main: alarm
the oldest: alarm
the younger was cancelled
