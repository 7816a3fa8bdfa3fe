--TEST--
When the client goes away no finally block runs, wherever the coroutines wait
--EXTENSIONS--
async
--FILE--
<?php
$code = <<<'PHP'
function generator() { try { Async\delay(60000); yield 1; } finally { fwrite(STDERR, "generator finally\n"); } }
$fiber = new Fiber(function () { try { Async\delay(60000); } finally { fwrite(STDERR, "fiber finally\n"); } });
Async\spawn(function () use ($fiber) { $fiber->start(); });
Async\spawn(function () { foreach (generator() as $_); });
Async\spawn(function () {
    for (;;) {
        echo str_repeat('x', 5000), "\n";
        Async\delay(1);
    }
});
PHP;
$php = [PHP_BINARY, '-n', '-d', 'ignore_user_abort=0', '-r', $code];
$process = proc_open($php, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
fread($pipes[1], 1000);
fclose($pipes[1]);
echo "errors: '", stream_get_contents($pipes[2]), "'\n";
$status = proc_close($process);
echo $status < 128 || $status === 255 ? "ended by itself\n" : "status $status\n";
?>
--EXPECT--
errors: ''
ended by itself
