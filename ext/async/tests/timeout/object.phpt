--TEST--
A Timeout cannot be made, cloned, serialized, extended or given properties
--EXTENSIONS--
async
--FILE--
<?php
foreach ([
    fn() => new Async\Timeout,
    fn() => (new ReflectionClass('Async\Timeout'))->newInstanceWithoutConstructor(),
    fn() => clone Async\timeout(5),
    fn() => serialize(Async\timeout(5)),
    fn() => Async\timeout(5)->name = 1,
    fn() => unserialize('O:13:"Async\Timeout":0:{}'),
] as $call) {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump((new ReflectionClass('Async\Timeout'))->isFinal());
?>
--EXPECTF--
Error: Cannot directly construct Async\Timeout, use Async\timeout() instead
ReflectionException: Class Async\Timeout is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Trying to clone an uncloneable object of class Async\Timeout
Exception: Serialization of 'Async\Timeout' is not allowed
Error: Cannot create dynamic property Async\Timeout::$name
Exception: Unserialization of 'Async\Timeout' is not allowed
bool(true)
