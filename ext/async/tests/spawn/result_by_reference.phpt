--TEST--
A task that returns a reference gives its value
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$value = 1;
$coroutine = spawn(function &() use (&$value) { return $value; });
$result = await($coroutine);
$result++;
var_dump($value, $result);
var_dump($coroutine->getResult());
?>
--EXPECT--
int(1)
int(2)
int(1)
