--TEST--
Coroutines that wait, fail, get cancelled and spawn others, all at once
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\suspend;
use function Async\await;
use function Async\await_all;
use function Async\timeout;

mt_srand(7);
$counts = ['ok' => 0, 'failed' => 0, 'cancelled' => 0, 'timeout' => 0];
$tasks = [];
for ($i = 0; $i < 600; $i++) {
    $tasks[] = spawn(function () use ($i, &$counts, &$endless) {
        $kind = $i % 4;
        try {
            if ($kind === 0) {
                suspend();
                $counts['ok'] += await(spawn(function () { delay(mt_rand(0, 3)); return 1; }));
            } elseif ($kind === 1) {
                await(spawn(function () { suspend(); throw new RuntimeException; }));
            } elseif ($kind === 2) {
                $inner = spawn(function () { delay(100000); });
                spawn(function () use ($inner) { $inner->cancel(); });
                await($inner);
            } else {
                $endless[] = $inner = spawn(function () { delay(100000); });
                await($inner, timeout(1 + $i % 3));
            }
        } catch (RuntimeException) {
            $counts['failed']++;
        } catch (Async\OperationCanceledException) {
            $counts['timeout']++;
        } catch (Async\AsyncCancellation) {
            $counts['cancelled']++;
        }
    });
}
await_all($tasks);
array_map(fn($coroutine) => $coroutine->cancel(), $endless);
print_r($counts);
?>
--EXPECT--
Array
(
    [ok] => 150
    [failed] => 150
    [cancelled] => 150
    [timeout] => 150
)
