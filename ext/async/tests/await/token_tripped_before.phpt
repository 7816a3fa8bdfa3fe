--TEST--
A token that is tripped already ends the wait at once, but a completed target still answers
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\suspend;
use function Async\timeout;

$done = spawn(fn() => 'done');
$token = timeout(1);
delay(5);
var_dump($token->isCompleted());
echo await($done, $token), "\n";

$pending = spawn(function () { suspend(); return 'pending'; });
spawn(function () { echo "no switch before this\n"; });
try {
    await($pending, $token);
} catch (Async\OperationCanceledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
echo "main goes on\n";
?>
--EXPECT--
bool(true)
done
Async\TimeoutException
main goes on
no switch before this
