--TEST--
A time-out in the factory counts its place, and its exception has the trace of its own coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

function unrelated() { delay(50); }
function in_factory() { delay(60000); }
$pool = new Async\Pool(function () {
    try {
        in_factory();
    } catch (Throwable $e) {
        echo $e::class, ' in ', $e->getTrace()[1]['function'], "\n";
        throw $e;
    }
}, max: 3);
$waiting = spawn(fn() => $pool->acquire(10));
$other = spawn('unrelated');
try {
    await($waiting);
} catch (Async\PoolTimeoutException $e) {
    echo preg_replace('/\d+ ms/', 'N ms', $e->getMessage()), "\n";
    var_dump($e->getPrevious());
}
?>
--EXPECT--
Async\OperationCanceledException in in_factory
No resource could be had from the pool within N ms: 0 waiting, 0 active, 1 connecting, 0 idle, at most 3
NULL
