--TEST--
A timeout is never early
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\timeout;
use function Async\await;

for ($i = 0; $i < 5; $i++) {
    $begin = hrtime(true);
    $token = timeout(7);
    spawn(function () { for ($end = hrtime(true) + 3e6; hrtime(true) < $end;); });
    try {
        await(spawn(function () { delay(1000); }), $token);
    } catch (Async\OperationCanceledException) {
        echo hrtime(true) - $begin >= 7e6 ? "at least\n" : "too early\n";
    }
    foreach (Async\get_coroutines() as $coroutine) {
        if ($coroutine !== Async\current_coroutine()) {
            $coroutine->cancel();
        }
    }
}
?>
--EXPECT--
at least
at least
at least
at least
at least
