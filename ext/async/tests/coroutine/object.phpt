--TEST--
A Coroutine cannot be made, cloned, serialized, extended or given properties
--EXTENSIONS--
async
--FILE--
<?php
foreach ([
    fn() => new Async\Coroutine,
    fn() => (new ReflectionClass('Async\Coroutine'))->newInstanceWithoutConstructor(),
    fn() => clone Async\current_coroutine(),
    fn() => serialize(Async\current_coroutine()),
    fn() => Async\current_coroutine()->name = 1,
    fn() => unserialize('O:15:"Async\Coroutine":0:{}'),
] as $call) {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump((new ReflectionClass('Async\Coroutine'))->isFinal());
?>
--EXPECTF--
Error: %s
ReflectionException: Class Async\Coroutine is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Trying to clone an uncloneable object of class Async\Coroutine
Exception: Serialization of 'Async\Coroutine' is not allowed
Error: Cannot create dynamic property Async\Coroutine::$name
Exception: Unserialization of 'Async\Coroutine' is not allowed
bool(true)
