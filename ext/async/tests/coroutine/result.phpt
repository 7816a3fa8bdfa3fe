--TEST--
getResult() is null until the coroutine has a result
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$ok = spawn(fn() => [1, 2]);
$bad = spawn(fn() => throw new Exception('boom'));
var_dump($ok->getResult(), $ok->getException());
suspend();
var_dump($ok->getResult(), $ok->getException());
var_dump($bad->getResult(), $bad->getException()->getMessage());
?>
--EXPECT--
NULL
NULL
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
NULL
NULL
string(4) "boom"
