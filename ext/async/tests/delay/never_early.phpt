--TEST--
delay() is never early, even after the clock of the loop went stale
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

function busy(int $ms): void {
    for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;);
}

$sleepers = [];
foreach ([1, 5, 20] as $ms) {
    $sleepers[] = spawn(function () use ($ms) {
        busy(30);
        $begin = hrtime(true);
        delay($ms);
        $slept = hrtime(true) - $begin;
        return "$ms: " . ($slept >= $ms * 1e6 ? 'at least' : 'too early by ' . ($ms * 1e6 - $slept) . ' ns');
    });
}
echo implode("\n", Async\await_all_or_fail($sleepers)), "\n";
?>
--EXPECTF--
1: at least
5: at least
20: at least
