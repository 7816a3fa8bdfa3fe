--TEST--
A coroutine that overflows its stack ends the process, and does not write into its neighbour's
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip exit status of signals');
if (getenv('SKIP_ASAN')) die('skip the sanitizer ends the process in its own way');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
/* On the stacks on both sides, so that there is something to write into. */
for ($i = 0; $i < 9; $i++) {
    Async\spawn(function () { Async\delay(1000); echo "went on\n"; });
}
settle();
Async\spawn(function () {
    /* A recursion in C. */
    $array = [];
    for ($i = 0; $i < 100_000; $i++) {
        $array = [$array];
    }
    echo count($array, COUNT_RECURSIVE), "\n";
});
PHP, '-d fiber.stack_size=256K -d zend.max_allowed_stack_size=-1');
?>
--EXPECTF--
%Aexit status 139
