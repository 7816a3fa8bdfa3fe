--TEST--
include, eval and static state inside coroutines
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$file = __DIR__ . '/inside_coroutine.inc';
file_put_contents($file, '<?php Async\suspend(); echo "included by $name\n"; return $name;');
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name, $file) {
        $result = include $file;
        suspend();
        echo eval('Async\suspend(); return "eval of $result\n";');
    });
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/inside_coroutine.inc'); ?>
--EXPECT--
included by a
included by b
eval of a
eval of b
