--TEST--
Awaiting the main script, which ends last, is a deadlock that is reported, not a hang
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
$main = Async\current_coroutine();
Async\spawn(function () use ($main) {
    try {
        Async\await($main);
    } finally {
        echo "cleaned up\n";
    }
});
echo "end of main\n";
PHP);
?>
--EXPECTF--
end of main
%AUncaught Async\DeadlockError: Deadlock: 1 coroutine waits and nothing can wake it: #2 waits for coroutine #1 (the main script) since script.php:5%A
cleaned up
exit status 255
