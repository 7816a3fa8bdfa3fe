--TEST--
Channel: a cancelled sender takes its value with it, a cancelled receiver leaves the line
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn};

function ends(Async\Coroutine $coroutine): string
{
    try {
        return 'result ' . json_encode(await($coroutine));
    } catch (AsyncCancellation $e) {
        return $e::class;
    }
}

$channel = new Channel();
foreach (['a', 'b', 'c'] as $value) {
    $senders[$value] = spawn(fn () => $channel->send($value));
    settle();
}
$senders['b']->cancel();
echo ends($senders['b']), "\n";
echo $channel->recv(), $channel->recv(), "\n";

for ($i = 0; $i < 3; $i++) {
    $receivers[$i] = spawn(fn () => $channel->recv());
    settle();
}
$receivers[1]->cancel();
echo ends($receivers[1]), "\n";
$channel->send('first');
$channel->send('second');
echo ends($receivers[0]), ', ', ends($receivers[2]), "\n";
?>
--EXPECT--
Async\AsyncCancellation
ac
Async\AsyncCancellation
result "first", result "second"
