--TEST--
await_all() gives results and errors by key
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;
use function Async\delay;

[$results, $errors] = await_all([
    'slow' => spawn(function () { delay(10); return 'S'; }),
    'bad' => spawn(fn() => throw new Exception('boom')),
    5 => spawn(fn() => null),
    'fast' => spawn(fn() => 'F'),
]);
var_dump($results);
foreach ($errors as $key => $error) {
    echo "$key: ", $error->getMessage(), "\n";
}
?>
--EXPECT--
array(3) {
  ["slow"]=>
  string(1) "S"
  [5]=>
  NULL
  ["fast"]=>
  string(1) "F"
}
bad: boom
