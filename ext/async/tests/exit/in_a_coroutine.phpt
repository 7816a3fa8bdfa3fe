--TEST--
exit() in a coroutine ends the request: shutdown functions run, the status is kept, other coroutines do not go on
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
use function Async\spawn;
use function Async\delay;
register_shutdown_function(function () { echo "shutdown function\n"; });
spawn(function () { delay(1); echo "exit\n"; exit(3); });
spawn(function () { delay(10000); echo "not reached\n"; });
try {
    delay(10000);
    echo "not reached\n";
} catch (Throwable $e) {
    echo "main must not see it\n";
}
PHP);
?>
--EXPECT--
exit
shutdown function
exit status 3
