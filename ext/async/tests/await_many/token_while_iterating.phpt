--TEST--
The cancellation token ends await_all() while it takes its objects from a channel
--EXTENSIONS--
async
--FILE--
<?php
use Async\{Channel, OperationCanceledException};

$channel = new Channel(1);
$channel->send(Async\spawn(fn() => 1));
try {
    Async\await_all($channel, Async\timeout(1));
} catch (OperationCanceledException $e) {
    echo get_class($e), "\n";
}

$token = Async\spawn(fn() => 'over');
function objects($token) {
    yield Async\spawn(fn() => 1);
    Async\await($token);
    yield Async\spawn(fn() => 2);
    echo "not reached\n";
}
try {
    Async\await_all(objects($token), $token);
} catch (OperationCanceledException $e) {
    echo get_class($e), "\n";
}

$channel = new Channel(2);
$channel->send(Async\spawn(fn() => 'a'));
$channel->send(Async\spawn(fn() => 'b'));
$channel->close();
echo json_encode(Async\await_all($channel, Async\timeout(60000))), "\n";
?>
--EXPECT--
Async\OperationCanceledException
Async\OperationCanceledException
[["a","b"],[]]
