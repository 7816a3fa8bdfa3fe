--TEST--
A token that is not tripped changes nothing, and can be used again
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\timeout;

$token = timeout(10000);
for ($i = 0; $i < 100; $i++) {
    $sum = ($sum ?? 0) + await(spawn(function () use ($i) { if ($i % 10 == 0) { delay(1); } return $i; }), $token);
}
var_dump($sum, $token->isCompleted());
?>
--EXPECT--
int(4950)
bool(false)
