--TEST--
Channel: close() turns parked coroutines away, and what is in the channel can still be received
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\{Channel, ChannelException};
use function Async\{await, spawn};

function attempt(string $what, callable $call): void
{
    try {
        $result = json_encode($call());
        echo "$what: $result\n";
    } catch (ChannelException $e) {
        echo "$what: ", $e::class, ', ', $e->getMessage(), "\n";
    }
}

$channel = new Channel(2);
$channel->send(1);
$channel->send(2);
$sender = spawn(fn () => $channel->send(3));
settle();
$channel->close();
$channel->close();
attempt('parked sender', fn () => await($sender));
attempt('send', fn () => $channel->send(4));
attempt('recv', fn () => $channel->recv());
attempt('recv', fn () => $channel->recv());
attempt('recv', fn () => $channel->recv());
var_dump($channel->isClosed(), count($channel));

$channel = new Channel();
$receiver = spawn(fn () => $channel->recv());
settle();
$channel->close();
attempt('parked receiver', fn () => await($receiver));
var_dump(new ChannelException instanceof Async\AsyncException);
?>
--EXPECT--
parked sender: Async\ChannelException, The channel is closed
send: Async\ChannelException, The channel is closed
recv: 1
recv: 2
recv: Async\ChannelException, The channel is closed
bool(true)
int(0)
parked receiver: Async\ChannelException, The channel is closed
bool(true)
