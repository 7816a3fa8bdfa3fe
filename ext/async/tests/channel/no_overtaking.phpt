--TEST--
Channel: nobody overtakes a parked sender or receiver, a loop that never waits included
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\Channel;
use function Async\{await, spawn};

$channel = new Channel(1);
$channel->send(1);
$parked = spawn(fn () => $channel->send(2));
settle();
/* Room for 3 only after 2 had its turn. */
$first = $channel->recv();
$late = spawn(fn () => $channel->send(3));
echo $first, ' ', $channel->recv(), ' ', $channel->recv(), "\n";
await($parked);
await($late);

$got = null;
$receiver = spawn(function () use ($channel, &$got) { $got = $channel->recv(); });
settle();
$channel->send('for the parked one');
$channel->send('for me');
echo $channel->recv(), "\n";
await($receiver);
echo $got, "\n";
?>
--EXPECT--
1 2 3
for me
for the parked one
