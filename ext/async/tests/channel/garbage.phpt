--TEST--
Channel: cycles through its values are collected, values of a channel that goes are freed
--EXTENSIONS--
async
--FILE--
<?php
use Async\Channel;

class Noisy
{
    public $other;
    public function __construct(private string $name) {}
    public function __destruct() { echo "$this->name is gone\n"; }
}

$channel = new Channel(4);
$noisy = new Noisy('cycle');
$noisy->other = $channel;
$channel->send($noisy);
unset($noisy, $channel);
echo "before\n";
gc_collect_cycles();
echo "after\n";

$channel = new Channel(4);
$channel->send(new Noisy('buffered'));
function values(Channel $channel): Generator
{
    foreach ($channel as $value) {
        yield;
        unset($value);
    }
}
$values = values($channel);
$noisy = new Noisy('in a loop');
$noisy->other = $values;
$channel->send($noisy);
unset($channel, $noisy);
$values->rewind();
$values->next();
unset($values);
echo "before\n";
gc_collect_cycles();
echo "after\n";
?>
--EXPECT--
before
cycle is gone
after
buffered is gone
before
in a loop is gone
after
