--TEST--
await_all() of ten thousand coroutines
--EXTENSIONS--
async
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await_all;

$tasks = [];
for ($i = 0; $i < 10000; $i++) {
    $tasks[] = spawn(function () use ($i) { suspend(); return $i; });
}
[$results, $errors] = await_all($tasks);
var_dump(count($results), array_sum($results), count($errors), array_is_list($results));
?>
--EXPECT--
int(10000)
int(49995000)
int(0)
bool(true)
