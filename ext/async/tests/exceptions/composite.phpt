--TEST--
CompositeException collects exceptions and shows the first as its previous one
--EXTENSIONS--
async
--FILE--
<?php
$composite = new Async\CompositeException('several');
var_dump($composite->getExceptions(), $composite->getPrevious());
$composite->addException($first = new Exception('first'));
$copy = $composite->getExceptions();
$composite->addException(new Error('second'));
foreach ($composite->getExceptions() as $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
var_dump(count($copy), $composite->getPrevious() === $first, $composite->getMessage());
try {
    $composite->addException('text');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$with = new Async\CompositeException('x', 5, $cause = new LogicException('cause'));
$with->addException($first);
var_dump($with->getPrevious() === $cause, $with->getCode());
$with->addException($with);
unset($with);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
array(0) {
}
NULL
Exception first
Error second
int(1)
bool(true)
string(7) "several"
Async\CompositeException::addException(): Argument #1 ($exception) must be of type Throwable, string given
bool(true)
int(5)
bool(true)
