--TEST--
The healthcheck looks at idle resources, may suspend, and the pool is refilled to its minimum
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
set_error_handler(fn(int $level, string $message) => print(strtok($message, ':') . "\n"));
$sick = [];
$checked = [];
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"),
    healthcheck: function ($r) use (&$sick, &$checked) {
        Async\delay(1);
        $checked[$r->number] = true;
        if ($r->number == 4) {
            throw new Exception('dead');
        }
        return !in_array($r->number, $sick);
    }, min: 3, max: 5, healthcheckInterval: 2);
$busy = $pool->acquire();
$sick = [1, 3];
until(fn() => $pool->getStats()['destroyed']['unhealthy'] >= 2);
until(fn() => $pool->getStats()['created'] >= 5);
until(function () use ($pool, &$checked) { return count($pool) == 3 && isset($checked[5]); });
ksort($checked);
echo 'checked: ', implode(' ', array_keys($checked)), "\n";
echo "the active one was not: $busy->number\n";
$pool->close();
counts($pool);
?>
--EXPECTF--
destroying 1
Uncaught Exception
destroying 4
%Achecked: 1 2 4 5%A
the active one was not: 3
destroying %d
%Acounts: idle 0, active 1, connecting 0, waiting 0, created %d, destroyed: closed %d, unhealthy %d
