--TEST--
A deadlock after the end of the main script is reported, with exit status 255, and finally blocks run
--EXTENSIONS--
async
--FILE--
<?php
$php = getenv('TEST_PHP_EXECUTABLE_ESCAPED') . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
$code = <<<'PHP'
use function Async\spawn;
use function Async\await;
$a = spawn(function () use (&$b) { try { Async\suspend(); await($b); } finally { echo "finally a\n"; } });
$b = spawn(function () use (&$a) { try { await($a); } finally { echo "finally b\n"; } });
register_shutdown_function(function () { echo "shutdown function\n"; });
echo "end of main\n";
PHP;
exec("$php -d display_errors=1 -d log_errors=0 -d html_errors=0 -r " . escapeshellarg($code) . ' 2>&1', $output, $status);
echo implode("\n", $output), "\nstatus $status\n";
?>
--EXPECTF--
end of main
%AFatal error: Uncaught Async\DeadlockError: Deadlock: 2 coroutines wait and nothing can wake them: #%d waits for coroutine #%d %s since Command line code:%d; #%d waits for coroutine #%d %s since Command line code:%d%A
status 255
