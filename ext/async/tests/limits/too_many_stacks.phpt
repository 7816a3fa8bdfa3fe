--TEST--
Where stacks are limited by the kernel's number of mappings, a coroutine without one fails with a clear error and the others go on
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip Linux only');
if ((int) file_get_contents('/proc/sys/vm/max_map_count') > 70000) die('skip vm.max_map_count is too high to be reached');
if (getenv('SKIP_ASAN')) die('skip too much shadow memory');
?>
--ENV--
USE_ZEND_ALLOC=0
--INI--
memory_limit=-1
--FILE--
<?php
/* Without Zend's allocator a stack is guarded by mprotect(), as on every Linux before 6.13. */
$open = false;
$tasks = [];
for ($i = 0; $i < 40_000; $i++) {
    $tasks[] = Async\spawn(function () use (&$open) {
        while (!$open) {
            Async\suspend();
        }
        return 1;
    });
}
Async\suspend();
$open = true;
$done = 0;
$failures = [];
foreach ($tasks as $task) {
    try {
        $done += Async\await($task);
    } catch (Async\AsyncException $e) {
        $failures[preg_replace('/\d+/', 'N', $e->getMessage() . '; ' . $e->getPrevious()->getMessage())] = true;
    }
}
var_dump($done > 25_000, $done < 40_000, array_keys($failures));
?>
--EXPECTF--
bool(true)
bool(true)
array(1) {
  [0]=>
  string(%d) "Cannot start another coroutine: no stack to run it on while N others are alive; The kernel allows for N stacks (vm.max_map_count)"
}
