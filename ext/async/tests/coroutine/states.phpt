--TEST--
isStarted, isQueued, isRunning, isSuspended and isCompleted through a coroutine's life
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;
use function Async\await;

require __DIR__ . '/../settle.inc';

function show(string $when, Async\Coroutine $c): void {
    echo str_pad($when, 10);
    foreach (['isStarted', 'isQueued', 'isRunning', 'isSuspended', 'isCompleted', 'isCancelled'] as $method) {
        echo ' ', substr($method, 2), '=', (int) $c->$method();
    }
    echo "\n";
}
$gate = spawn(function () use (&$open) {
    while (!$open) {
        delay(1);
    }
});
$coroutine = spawn(function () use (&$coroutine, $gate) {
    show('running', $coroutine);
    await($gate);
    suspend();
});
show('spawned', $coroutine);
settle();
show('waiting', $coroutine);
$open = true;
await($coroutine);
show('completed', $coroutine);
?>
--EXPECT--
spawned    Started=0 Queued=1 Running=0 Suspended=0 Completed=0 Cancelled=0
running    Started=1 Queued=0 Running=1 Suspended=0 Completed=0 Cancelled=0
waiting    Started=1 Queued=0 Running=0 Suspended=1 Completed=0 Cancelled=0
completed  Started=1 Queued=0 Running=0 Suspended=0 Completed=1 Cancelled=0
