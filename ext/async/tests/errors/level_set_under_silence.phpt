--TEST--
What error_reporting() sets under an @ that undoes it is not inherited by new coroutines
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, spawn};

function set_and_put_back(): void
{
    $before = error_reporting(E_ALL & ~E_NOTICE);
    error_reporting($before);
}
$show = function () { echo error_reporting() === E_ALL ? 'E_ALL' : error_reporting(), "\n"; };

/* Before the scheduler starts and afterwards. */
@set_and_put_back();
await(spawn($show));
@set_and_put_back();
$show();
await(spawn($show));
await(spawn(function () use ($show) {
    @set_and_put_back();
    $show();
    await(spawn($show));
}));

/* What is set without an @, or outlives it, is inherited. */
@error_reporting(E_ALL & ~E_NOTICE);
echo await(spawn(fn() => error_reporting() === (E_ALL & ~E_NOTICE))) ? "kept\n" : "lost\n";
error_reporting(E_ERROR);
echo await(spawn(fn() => error_reporting() === E_ERROR)) ? "kept\n" : "lost\n";
?>
--EXPECT--
E_ALL
E_ALL
E_ALL
E_ALL
E_ALL
kept
kept
