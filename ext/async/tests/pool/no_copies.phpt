--TEST--
A pool cannot be copied, serialized or made without its constructor
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect');
attempt(fn() => clone $pool);
attempt(fn() => serialize($pool));
attempt(fn() => (new ReflectionClass('Async\Pool'))->newInstanceWithoutConstructor());
attempt(function () use ($pool) { $pool->x = 1; });
counts($pool);
?>
--EXPECT--
Error: Trying to clone an uncloneable object of class Async\Pool
Exception: Serialization of 'Async\Pool' is not allowed
ReflectionException: Class Async\Pool is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Cannot create dynamic property Async\Pool::$x
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
