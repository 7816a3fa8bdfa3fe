--TEST--
Channel: waiting allocates nothing
--EXTENSIONS--
async
--INI--
; a switch that a seed adds allocates
async.scheduler_seed=0
; the compiler allocates whenever it gets to it
opcache.jit=disable
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn};

function rounds(int $count): void
{
    $there = new Channel();
    $back = new Channel();
    $other = spawn(function () use ($there, $back, $count) {
        for ($i = 0; $i < $count; $i++) {
            $back->send($there->recv());
        }
    });
    for ($i = 0; $i < $count; $i++) {
        $there->send($i);
        $back->recv();
        if ($i === 100) {
            $before = memory_get_usage();
            memory_reset_peak_usage();
        }
    }
    var_dump(memory_get_usage() - $before, memory_get_peak_usage() - $before < 1000);
    await($other);
}
rounds(5000);
?>
--EXPECT--
int(0)
bool(true)
