--TEST--
Channel: with capacity 0 a sender goes on when its value has been taken
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\Channel;
use function Async\{await, spawn};

$channel = new Channel();
$sender = spawn(function () use ($channel) {
    $channel->send('value');
    echo "sent\n";
});
settle();
echo 'suspended: ', json_encode($sender->isSuspended()), "\n";
echo $channel->recv(), "\n";
await($sender);
var_dump($channel->capacity(), count($channel), $channel->isEmpty(), $channel->isClosed());
?>
--EXPECT--
suspended: true
value
sent
int(0)
int(0)
bool(true)
bool(false)
