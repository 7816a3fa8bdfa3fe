--TEST--
A coroutine that swallows its cancellation at the end of the script is reported once, and unwound
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
set_exception_handler(function (Throwable $e) { echo 'reported: ', $e::class, "\n"; });
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$resource = $pool->acquire();
Async\spawn(function () use ($pool) {
    try {
        for (;;) {
            try {
                $pool->acquire();
            } catch (Async\AsyncCancellation) {
                echo "swallowed\n";
            }
        }
    } finally {
        echo "finally\n";
    }
});
register_shutdown_function(function () { echo "shutdown function\n"; });
PHP);
?>
--EXPECT--
reported: Async\DeadlockError
swallowed
shutdown function
finally
exit status 255
