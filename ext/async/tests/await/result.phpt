--TEST--
await() gives the result of the coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

var_dump(await(spawn(fn() => 42)));
var_dump(await(spawn(function () {})));
var_dump(await(spawn(fn() => [1, 'two'])));
?>
--EXPECT--
int(42)
NULL
array(2) {
  [0]=>
  int(1)
  [1]=>
  string(3) "two"
}
