--TEST--
A finally() closure may add another one
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

$coroutine = spawn(fn() => 1);
$coroutine->finally(function ($coroutine) {
    echo "first\n";
    $coroutine->finally(function () { echo "added\n"; });
});
$coroutine->finally(function () { echo "second\n"; });
Async\await($coroutine);
echo "end\n";
?>
--EXPECT--
first
second
added
end
