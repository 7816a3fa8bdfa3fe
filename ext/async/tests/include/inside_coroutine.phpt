--TEST--
include, eval and static state inside coroutines
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$file = __DIR__ . '/inside_coroutine.inc';
file_put_contents($file, '<?php Async\suspend(); return "included by $name\n";');
$tasks = [];
foreach (['a', 'b'] as $name) {
    $tasks[] = spawn(function () use ($name, $file) {
        $result = include $file;
        suspend();
        return $result . eval('Async\suspend(); return "eval of $name\n";');
    });
}
echo implode(Async\await_all_or_fail($tasks));
?>
--CLEAN--
<?php @unlink(__DIR__ . '/inside_coroutine.inc'); ?>
--EXPECT--
included by a
eval of a
included by b
eval of b
