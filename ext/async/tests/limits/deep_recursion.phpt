--TEST--
Endless recursion in a coroutine is an error, not a crash
--EXTENSIONS--
async
--SKIPIF--
<?php
if (ini_get('zend.max_allowed_stack_size') === false) die('skip No stack limit support');
if (getenv('SKIP_ASAN')) die('skip ASAN needs different stack limit setting due to more stack space usage');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
class Deep { public function __get($name) { return array_map(fn($x) => (new Deep)->$name, [1]); } }
$coroutine = Async\spawn(function () { return (new Deep)->name; });
try {
    Async\await($coroutine);
} catch (Error $e) {
    echo preg_replace('/\d+/', 'N', substr($e->getMessage(), 0, 40)), "\n";
}
echo Async\await(Async\spawn(fn() => 'the next coroutine runs')), "\n";
PHP, '-d memory_limit=1G');
?>
--EXPECTF--
Maximum call stack size of N bytes%S
the next coroutine runs
exit status 0
