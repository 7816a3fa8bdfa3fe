--TEST--
The exceptions have the parents that decide what catches them
--EXTENSIONS--
async
--FILE--
<?php
foreach (['AsyncException', 'PoolException', 'PoolTimeoutException', 'ServiceUnavailableException', 'TimeoutException',
    'AsyncCancellation', 'OperationCanceledException', 'DeadlockError', 'CompositeException'] as $name) {
    $class = new ReflectionClass("Async\\$name");
    echo $class->isFinal() ? 'final ' : '', $name, ' : ', implode(' : ', array_values(class_parents("Async\\$name"))), "\n";
}
?>
--EXPECT--
AsyncException : Exception
PoolException : Async\AsyncException : Exception
PoolTimeoutException : Async\PoolException : Async\AsyncException : Exception
ServiceUnavailableException : Async\AsyncException : Exception
TimeoutException : Exception
AsyncCancellation : Error
OperationCanceledException : Async\AsyncCancellation : Error
DeadlockError : Error
final CompositeException : Exception
