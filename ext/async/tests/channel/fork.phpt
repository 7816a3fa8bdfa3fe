--TEST--
Channel: in a forked child nobody is parked, and values that were in it are there
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/../settle.inc';
use Async\Channel;
use function Async\{await, spawn};

$channel = new Channel(2);
$channel->send('a');
$channel->send('b');
$sender = spawn(fn () => $channel->send('c'));
$empty = new Channel();
$receiver = spawn(fn () => $empty->recv());
settle();
$pid = pcntl_fork();
if ($pid === 0) {
    echo 'child: ', $channel->recv(), $channel->recv(), ' ', count($channel), "\n";
    $sender = spawn(fn () => $empty->send('of the child'));
    echo 'child: ', $empty->recv(), "\n";
    $channel->close();
    exit;
}
pcntl_waitpid($pid, $status);
echo 'parent: ', $channel->recv(), $channel->recv(), $channel->recv(), "\n";
$empty->send('of the parent');
echo 'parent: ', await($receiver), "\n";
?>
--EXPECT--
child: ab 0
child: of the child
parent: abc
parent: of the parent
