--TEST--
A coroutine that waits inside __debugInfo() can be cancelled and unwound without a fatal error
--EXTENSIONS--
async
--FILE--
<?php
class Slow {
    public function __debugInfo(): array {
        try {
            Async\delay(60000);
        } finally {
            echo "finally\n";
        }
        return [];
    }
}
$coroutine = Async\spawn(fn() => print_r(new Slow, true));
while (!$coroutine->isSuspended()) {
    Async\suspend();
}
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$unwound = Async\spawn(fn() => print_r(new Slow, true));
while (!$unwound->isSuspended()) {
    Async\suspend();
}
echo "exit\n";
exit;
?>
--EXPECT--
finally
cancelled
exit
finally
