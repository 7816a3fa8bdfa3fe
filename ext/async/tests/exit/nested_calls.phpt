--TEST--
exit() deep inside a coroutine, in a Fiber, in a generator, in a callback
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php('Async\spawn(function () { array_map(function () { exit(6); }, [1]); }); settle(); echo "not reached";');
run_php('Async\spawn(function () { (new Fiber(function () { exit(7); }))->start(); }); settle(); echo "not reached";');
run_php('Async\spawn(function () { foreach ((function () { yield 1; exit(8); })() as $x); }); settle(); echo "not reached";');
run_php('Async\spawn(function () { Async\protect(function () { exit(9); }); }); settle(); echo "not reached";');
?>
--EXPECT--
exit status 6

exit status 7

exit status 8

exit status 9
