<?php
/* N coroutines suspended at once, each on a guarded stack: how many fit, and what each of them holds.
 *
 *   php ci/bench/parked.php [N] */

use function Async\{await, delay, spawn, suspend};

function status(string $key): int
{
    preg_match("/^$key:\\s+(\\d+)/m", file_get_contents('/proc/self/status'), $match);
    return (int) $match[1];
}

$count = (int) ($argv[1] ?? 200_000);
ini_set('memory_limit', '-1');
$parked = 0;
$last = spawn(function () {});
await($last);
$before = status('VmRSS');
/* One closure for all: what is measured is the coroutine. */
$body = function () use (&$parked) {
    $parked++;
    delay(3_600_000);
};
for ($i = 0; $i < $count; $i++) {
    $coroutines[] = spawn($body);
    if ($i % 1000 === 999) {
        suspend();
    }
}
suspend();
$resident = (status('VmRSS') - $before) / $count;
$mappings = count(file('/proc/self/maps'));
foreach ($coroutines as $coroutine) {
    $coroutine->cancel();
}
$failed = 0;
foreach ($coroutines as $coroutine) {
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
    } catch (Async\AsyncException) {
        $failed++;
    }
}
printf("%-46s %6d  target >= %d  %s   (%d mappings, %d could not start)\n", 'coroutines parked at once', $parked, $count,
    $parked === $count ? 'met   ' : 'MISSED', $mappings, $failed);
printf("%-46s %6.1f  target <= 9.0  %s   (KiB)\n", 'resident memory for each of them', $resident,
    $resident <= 9 ? 'met   ' : 'MISSED');
