--TEST--
Channel: foreach receives until the channel is closed and empty, and several loops share the values
--EXTENSIONS--
async
--FILE--
<?php
use Async\Channel;
use function Async\{await_all_or_fail, spawn};

$channel = new Channel(2);
$producer = spawn(function () use ($channel) {
    for ($i = 1; $i <= 5; $i++) {
        $channel->send($i);
    }
    $channel->close();
});
foreach ($channel as $key => $value) {
    echo "$key => $value\n";
}
foreach ($channel as $value) {
    echo "not reached\n";
}

$channel = new Channel();
$got = [];
for ($i = 0; $i < 3; $i++) {
    $workers[] = spawn(function () use ($channel, &$got) {
        foreach ($channel as $value) {
            $got[] = $value;
        }
    });
}
for ($i = 0; $i < 20; $i++) {
    $channel->send($i);
}
$channel->close();
await_all_or_fail($workers);
sort($got);
echo json_encode($got), "\n";

/* The value of a loop that was left has been received. */
$channel = new Channel(3);
array_map($channel->send(...), ['a', 'b', 'c']);
foreach ($channel as $value) {
    break;
}
echo $value, count($channel), "\n";

$channel->close();
echo json_encode(iterator_to_array($channel->getIterator())), "\n";
try {
    foreach ($channel as &$reference);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
0 => 1
1 => 2
2 => 3
3 => 4
4 => 5
[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]
a2
["b","c"]
An iterator cannot be used with foreach by reference
