--TEST--
Async\Pool: a child that is forked while a healthcheck waits lives
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
$checking = false;
$pool = new Async\Pool(
    fn() => new stdClass,
    healthcheck: function () use (&$checking) {
        $checking = true;
        Async\delay(20);
        return true;
    },
    min: 1,
    healthcheckInterval: 1,
);
while (!$checking) {
    Async\delay(1);
}
$child = pcntl_fork();
if ($child === 0) {
    var_dump($pool->idleCount() + $pool->activeCount());
    /* Without tidying up: what the round had in memory is out of reach. */
    posix_kill(posix_getpid(), SIGKILL);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wtermsig($status) === SIGKILL);
$pool->close();
?>
--EXPECT--
int(0)
bool(true)
