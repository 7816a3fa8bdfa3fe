--TEST--
Ids are unique and the main script has one
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\current_coroutine;

$main = current_coroutine();
$a = spawn(fn() => current_coroutine()->getId());
$b = spawn(fn() => current_coroutine()->getId());
var_dump($main instanceof Async\Coroutine, count(array_unique([$main->getId(), $a->getId(), $b->getId()])));
var_dump(Async\await($a) === $a->getId(), Async\await($b) === $b->getId());
var_dump($main === current_coroutine(), $main->isRunning(), $main->isStarted());
?>
--EXPECT--
bool(true)
int(3)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
