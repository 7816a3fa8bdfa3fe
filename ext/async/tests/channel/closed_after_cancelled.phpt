--TEST--
A value whose receiver was cancelled goes to another one, also when the channel was closed meanwhile
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';

$channel = new Async\Channel;
$got = [];
$receivers = [];
for ($i = 0; $i < 2; $i++) {
    $receivers[] = Async\spawn(function () use ($channel, &$got) {
        foreach ($channel as $value) {
            $got[] = $value;
        }
    });
}
settle();
$channel->send('last');
$channel->close();
/* It was handed the value, and does not get to use it. */
$receivers[0]->cancel();
Async\await_all($receivers);
try {
    $got[] = $channel->recv();
} catch (Async\ChannelException) {
}
var_dump($got, count($channel));
?>
--EXPECT--
array(1) {
  [0]=>
  string(4) "last"
}
int(0)
