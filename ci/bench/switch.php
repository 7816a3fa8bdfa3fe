<?php
/* Switches and nothing else, to be counted by callgrind: php switch.php fiber|coroutine SWITCHES */

[, $kind, $count] = $argv;
/* On both sides. */
$half = intdiv((int) $count, 2);

function half_cycles_of_a_fiber(int $half): void
{
    $fiber = new Fiber(function () use ($half) {
        for ($i = 0; $i < $half; $i++) {
            Fiber::suspend();
        }
    });
    $fiber->start();
    while (!$fiber->isTerminated()) {
        $fiber->resume();
    }
}

function switches_of_coroutines(int $half): void
{
    $body = function () use ($half) {
        for ($i = 0; $i < $half; $i++) {
            Async\suspend();
        }
    };
    [$a, $b] = [Async\spawn($body), Async\spawn($body)];
    Async\await($a);
    Async\await($b);
}

$kind === 'fiber' ? half_cycles_of_a_fiber($half) : switches_of_coroutines($half);
