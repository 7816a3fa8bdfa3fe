--TEST--
await_first_success() gives the first result and the errors until then
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_first_success;
use function Async\delay;

function after(int $ms, callable $end) { return spawn(function () use ($ms, $end) { delay($ms); return $end(); }); }

[$result, $errors] = await_first_success([
    'late' => after(40, fn() => 'late'),
    'bad' => after(1, fn() => throw new Exception('boom')),
    'good' => after(20, fn() => 'good'),
]);
echo $result, "\n";
foreach ($errors as $key => $error) {
    echo "$key: ", $error->getMessage(), "\n";
}
?>
--EXPECT--
good
bad: boom
