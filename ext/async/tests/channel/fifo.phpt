--TEST--
Channel: values, senders and receivers are served first in, first out
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\Channel;
use function Async\{await_all_or_fail, spawn};

foreach ([0, 1, 3] as $capacity) {
    $channel = new Channel($capacity);
    $log = [];
    /* One after the other, so that the order of parking is known. */
    for ($i = 1; $i <= 6; $i++) {
        $senders[] = spawn(function () use ($channel, $i) { $channel->send($i); });
        settle();
    }
    echo "capacity $capacity: ", count($channel), ' in it, full: ', json_encode($channel->isFull()), "\n";
    for ($i = 1; $i <= 6; $i++) {
        $log[] = $channel->recv();
    }
    echo '  sent ', implode(' ', $log), ', left ', count($channel), ', empty: ', json_encode($channel->isEmpty()), "\n";
    $log = [];
    for ($i = 1; $i <= 4; $i++) {
        $receivers[] = spawn(function () use ($channel, $i, &$log) { $log[$i] = $channel->recv(); });
        settle();
    }
    foreach (['a', 'b', 'c', 'd'] as $value) {
        $channel->send($value);
    }
    await_all_or_fail([...$senders, ...$receivers]);
    ksort($log);
    echo '  received ', implode(' ', $log), "\n";
}
?>
--EXPECT--
capacity 0: 0 in it, full: true
  sent 1 2 3 4 5 6, left 0, empty: true
  received a b c d
capacity 1: 1 in it, full: true
  sent 1 2 3 4 5 6, left 0, empty: true
  received a b c d
capacity 3: 3 in it, full: true
  sent 1 2 3 4 5 6, left 0, empty: true
  received a b c d
