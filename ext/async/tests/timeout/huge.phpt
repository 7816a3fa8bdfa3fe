--TEST--
A huge timeout does not overflow into a short one
--EXTENSIONS--
async
--FILE--
<?php
use function Async\timeout;
use function Async\await;
use function Async\spawn;
use function Async\delay;

foreach ([PHP_INT_MAX, intdiv(PHP_INT_MAX, 1000000), 4294967296] as $ms) {
    $token = timeout($ms);
    echo await(spawn(function () { delay(3); return 'fine'; }), $token), "\n";
    var_dump($token->isCompleted());
}
?>
--EXPECT--
fine
bool(false)
fine
bool(false)
fine
bool(false)
