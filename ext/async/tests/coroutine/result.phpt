--TEST--
getResult() is null until the coroutine has a result
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

$ok = spawn(fn() => [1, 2]);
$bad = spawn(fn() => throw new Exception('boom'));
var_dump($ok->getResult(), $ok->getException());
settle();
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
