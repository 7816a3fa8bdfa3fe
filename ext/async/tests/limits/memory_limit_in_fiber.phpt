--TEST--
Running into memory_limit in a Fiber of a coroutine
--EXTENSIONS--
async
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_limit needs the Zend allocator');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
Async\spawn(function () {
    $fiber = new Fiber(function () {
        Async\suspend();
        $s = 'x';
        while (true) { $s .= $s; }
    });
    $fiber->start();
});
Async\delay(10000);
PHP, '-d memory_limit=16M');
?>
--EXPECTF--
%AFatal error: Allowed memory size of 16777216 bytes exhausted%sin script.php on line 6
exit status 255
