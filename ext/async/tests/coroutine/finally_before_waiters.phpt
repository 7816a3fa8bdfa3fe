--TEST--
finally() closures run before those who await the coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$coroutine = spawn(fn() => 'result');
$coroutine->finally(function () { suspend(); echo "finally\n"; });
echo await($coroutine), "\n";
?>
--EXPECT--
finally
result
