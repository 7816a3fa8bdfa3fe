--TEST--
Channel: a deadlock report names the channel and what is waited for
--EXTENSIONS--
async
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn};

$full = new Channel(1);
$full->send(1);
$empty = new Channel();
$sender = spawn(fn () => $full->send(2));
try {
    $empty->recv();
} catch (Async\DeadlockError $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode($sender->getAwaitingInfo()), "\n";
$sender->cancel();
?>
--EXPECTF--
Deadlock: 2 coroutines wait and nothing can wake them: main script, #1 waits for a value from a channel (capacity 0, 0 in it; parked: 0 sending, 1 receiving) since %sdeadlock.php:10; #2 waits for room in a channel (capacity 1, 1 in it; parked: 1 sending, 0 receiving) since %sdeadlock.php:8
%sroom in a channel%s
