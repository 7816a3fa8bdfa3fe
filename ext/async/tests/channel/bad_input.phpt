--TEST--
Channel: bad arguments, and places where nothing can suspend
--EXTENSIONS--
async
--FILE--
<?php
use Async\Channel;

function attempt(callable $call): void
{
    try {
        $call();
        echo "done\n";
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}

attempt(fn () => new Channel(-1));
attempt(fn () => new Channel(PHP_INT_MAX));
attempt(fn () => (new Channel)->recv(new stdClass));
attempt(fn () => (new Channel)->__construct());
attempt(fn () => clone new Channel);
attempt(fn () => serialize(new Channel));
set_error_handler(function () {
    attempt(fn () => (new Channel)->recv());
    attempt(fn () => (new Channel)->send(1));
    attempt(fn () => (new Channel(1))->send(1));
});
Async\suspend();
echo $undefined;
/* null is a value. */
$channel = new Channel(1);
$channel->send(null);
var_dump(count($channel), $channel->recv());
?>
--EXPECTF--
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
TypeError: Async\Channel::recv(): Argument #1 ($cancellation) must be of type ?Async\Completable, stdClass given
Error: The Async\Channel object has been constructed already
Error: Trying to clone an uncloneable object of class Async\Channel
Exception: Serialization of 'Async\Channel' is not allowed
Async\AsyncException: Cannot wait for a channel here: %s
Async\AsyncException: Cannot wait for a channel here: %s
done
int(1)
NULL
