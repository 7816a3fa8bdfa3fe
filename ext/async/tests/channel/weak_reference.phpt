--TEST--
The destructor of a value cannot get hold of the channel that is being freed
--EXTENSIONS--
async
--FILE--
<?php
class Value
{
    public WeakReference $channel;

    public function __destruct()
    {
        var_dump($this->channel->get());
    }
}
$channel = new Async\Channel(1);
$value = new Value;
$value->channel = WeakReference::create($channel);
$channel->send($value);
unset($value, $channel);
echo "end\n";
?>
--EXPECT--
NULL
end
