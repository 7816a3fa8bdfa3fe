--TEST--
Channel: a cancellation token ends the wait, and is not asked when there is nothing to wait for
--EXTENSIONS--
async
--FILE--
<?php
use Async\{Channel, OperationCanceledException};
use function Async\{await, delay, spawn, timeout};

function attempt(callable $call): void
{
    try {
        $call();
        echo "done\n";
    } catch (OperationCanceledException $e) {
        echo $e::class, ' because of ', $e->getPrevious() ? $e->getPrevious()::class : 'nothing', "\n";
    }
}

$channel = new Channel(1);
attempt(fn () => $channel->recv(timeout(5)));
attempt(fn () => $channel->send('kept', timeout(5)));
attempt(fn () => $channel->send('dropped', timeout(5)));
$over = timeout(1);
delay(5);
attempt(fn () => $channel->send('dropped', $over));
attempt(function () use ($channel, $over) { echo $channel->recv($over), "\n"; });
attempt(fn () => $channel->recv($over));

/* A coroutine is a token, too. */
attempt(fn () => $channel->recv(spawn(fn () => delay(1))));
attempt(fn () => $channel->recv(spawn(function () { delay(1); throw new LogicException('no more'); })));
echo count($channel), " left\n";

/* A value that comes before the time is over wins. */
$sender = spawn(fn () => $channel->send('in time'));
echo $channel->recv(timeout(10_000)), "\n";
await($sender);
?>
--EXPECT--
Async\OperationCanceledException because of Async\TimeoutException
done
Async\OperationCanceledException because of Async\TimeoutException
Async\OperationCanceledException because of Async\TimeoutException
kept
done
Async\OperationCanceledException because of Async\TimeoutException
Async\OperationCanceledException because of nothing
Async\OperationCanceledException because of LogicException
0 left
in time
