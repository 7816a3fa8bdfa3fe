--TEST--
Wrong arguments of the constructor are errors that name them, before anything is made
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$factory = function () { echo "must not be called\n"; };
attempt(fn() => new Async\Pool($factory, min: -1));
attempt(fn() => new Async\Pool($factory, max: 0));
attempt(fn() => new Async\Pool($factory, max: -5));
attempt(fn() => new Async\Pool($factory, max: PHP_INT_MAX));
attempt(fn() => new Async\Pool($factory, min: 3, max: 2));
attempt(fn() => new Async\Pool($factory, healthcheckInterval: -1));
attempt(fn() => new Async\Pool('no_such_function'));
attempt(fn() => new Async\Pool($factory, beforeRelease: 'no_such_function'));
attempt(function () { $pool = new Async\Pool('connect'); $pool->__construct('connect'); });
?>
--EXPECT--
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be greater than or equal to 0
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be between 1 and 4294967295
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be between 1 and 4294967295
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be between 1 and 4294967295
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be less than or equal to argument #7 ($max)
ValueError: Async\Pool::__construct(): Argument #8 ($healthcheckInterval) must be greater than or equal to 0
TypeError: Async\Pool::__construct(): Argument #1 ($factory) must be a valid callback, function "no_such_function" not found or invalid function name
TypeError: Async\Pool::__construct(): Argument #5 ($beforeRelease) must be a valid callback or null, function "no_such_function" not found or invalid function name
Error: The Async\Pool object has been constructed already
