--TEST--
Channel: values handed to receivers that are cancelled before they run are not lost, and keep their order
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn};

function cancel_served(Channel $channel, int $count, array $order): void
{
    for ($i = 0; $i < $count; $i++) {
        $receivers[$i] = spawn(fn () => $channel->recv());
        settle();
    }
    for ($i = 0; $i < $count; $i++) {
        $channel->send($i);
    }
    /* Under a seed of the scheduler send() may have let some of them run. */
    foreach ($order as $i) {
        $receivers[$i]->cancel();
    }
    settle();
    $kept = [];
    foreach ($receivers as $i => $receiver) {
        if (!$receiver->isCancelled()) {
            $kept[] = await($receiver);
        }
    }
    $rest = [];
    while (!$channel->isEmpty()) {
        $rest[] = $channel->recv();
    }
    $sorted = $rest;
    sort($sorted);
    $all = [...$kept, ...$rest];
    sort($all);
    echo $all === range(0, $count - 1) ? 'all there' : 'lost', ', ', $rest === $sorted ? 'in order' : 'out of order: ' . implode(' ', $rest), "\n";
}

cancel_served(new Channel(), 5, [0, 1, 2, 3, 4]);
cancel_served(new Channel(), 5, [4, 3, 2, 1, 0]);
cancel_served(new Channel(2), 20, [7, 3, 11, 0, 19, 2, 1, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18]);

/* To a receiver that still waits it goes at once. */
$channel = new Channel();
$first = spawn(fn () => $channel->recv());
settle();
$second = spawn(fn () => $channel->recv());
settle();
$channel->send('value');
$first->cancel();
try {
    echo await($first), " (the scheduler had let it run)\n";
    $channel->send('value');
} catch (AsyncCancellation) {
}
echo await($second), "\n";
?>
--EXPECTF--
all there, in order
all there, in order
all there, in order
%Avalue
