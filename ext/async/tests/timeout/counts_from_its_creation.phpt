--TEST--
A timeout counts from its creation, also while nobody waits for it
--EXTENSIONS--
async
--INI--
; a seed makes await() of what is complete switch, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
use function Async\timeout;
use function Async\await;

$timeout = timeout(10);
for ($end = hrtime(true) + 12e6; hrtime(true) < $end;);
var_dump($timeout->isCompleted());

$timeout = timeout(10);
for ($end = hrtime(true) + 12e6; hrtime(true) < $end;);
Async\spawn(function () { echo "no switch is needed\n"; });
try {
    await($timeout);
} catch (Async\TimeoutException $e) {
    echo get_class($e), "\n";
}
?>
--EXPECT--
bool(true)
Async\TimeoutException
no switch is needed
