--TEST--
Unhandled exceptions out of a Fiber and a generator of a coroutine
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
Async\spawn(function () {
    $fiber = new Fiber(function () { Async\suspend(); throw new Exception('from the fiber'); });
    $fiber->start();
});
Async\spawn(function () {
    foreach ((function () { Async\suspend(); yield 1; throw new Exception('from the generator'); })() as $x);
});
PHP);
$output = ob_get_clean();
foreach (['Uncaught Exception: from the fiber', 'Uncaught Exception: from the generator', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
Uncaught Exception: from the fiber: 1
Uncaught Exception: from the generator: 1
exit status 255: 1
