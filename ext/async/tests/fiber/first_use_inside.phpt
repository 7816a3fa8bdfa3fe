--TEST--
The scheduler may be started from inside a Fiber
--EXTENSIONS--
async
--FILE--
<?php
$fiber = new Fiber(function () {
    echo "fiber 1\n";
    Async\await(Async\spawn(function () { echo "coroutine\n"; }));
    echo "fiber 2\n";
    Fiber::suspend();
    Async\delay(1);
    echo "fiber 3\n";
});
$fiber->start();
echo "main\n";
$fiber->resume();
echo "end\n";
?>
--EXPECT--
fiber 1
coroutine
fiber 2
main
fiber 3
end
