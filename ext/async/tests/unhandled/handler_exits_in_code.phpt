--TEST--
exit() in the handler, called because running code dropped the last reference to a failed coroutine
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
set_exception_handler(function ($e) { echo $e->getMessage(), "\n"; exit(9); });
$failed = Async\spawn(function () { throw new Exception('boom'); });
settle();
echo "dropped\n";
unset($failed);
echo "not reached in main\n";
PHP);
run_php(<<<'PHP'
set_exception_handler(function ($e) { echo $e->getMessage(), "\n"; exit(9); });
Async\spawn(function () {
    $failed = Async\spawn(function () { throw new Exception('boom'); });
    settle();
    echo "dropped\n";
    $failed = null;
    echo "not reached in the coroutine\n";
});
Async\delay(10000);
echo "not reached in main\n";
PHP);
?>
--EXPECT--
dropped
boom
exit status 9
dropped
boom
exit status 9
