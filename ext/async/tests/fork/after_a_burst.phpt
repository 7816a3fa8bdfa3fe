--TEST--
A forked child uses and frees the stacks that its parent had as spares
--EXTENSIONS--
async
pcntl
--FILE--
<?php
use function Async\{await_all_or_fail, delay, spawn};

function burst(int $count): int
{
    for ($i = 0; $i < $count; $i++) {
        $coroutines[] = spawn(function () use ($i) { delay(5); return $i; });
    }
    return array_sum(await_all_or_fail($coroutines));
}

echo burst(700), "\n";
$parked = spawn(function () { delay(500); return 'parent'; });
Async\suspend();
$pid = pcntl_fork();
if ($pid === 0) {
    echo 'child: ', burst(1000), "\n";
    /* Long enough for spares to be freed. */
    delay(2500);
    echo 'child: ', burst(300), "\n";
    exit;
}
pcntl_waitpid($pid, $status);
echo pcntl_wexitstatus($status), ' ', burst(1000), ' ', Async\await($parked), "\n";
?>
--EXPECT--
244650
child: 499500
child: 44850
0 499500 parent
