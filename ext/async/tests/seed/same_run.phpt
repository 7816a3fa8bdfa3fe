--TEST--
async.scheduler_seed chooses among ready coroutines at random, and the same seed gives the same run
--EXTENSIONS--
async
--SKIPIF--
<?php
if (!PHP_DEBUG) die('skip only in debug builds');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
$code = <<<'PHP'
for ($i = 0; $i < 8; $i++) {
    Async\spawn(function () use ($i) {
        for ($n = 0; $n < 3; $n++) {
            echo $i;
            Async\suspend();
        }
    });
}
PHP;
$runs = [];
foreach ([0, 1, 1, 2] as $seed) {
    ob_start();
    run_php($code, "-d async.scheduler_seed=$seed");
    $runs[] = strtok(ob_get_clean(), "\n");
}
[$oldest_first, $one, $again, $two] = $runs;
echo "$oldest_first\n";
var_dump($one === $again, $one !== $oldest_first, $one !== $two);
var_dump(count_chars($one, 1) === count_chars($oldest_first, 1));
?>
--EXPECT--
012345670123456701234567
bool(true)
bool(true)
bool(true)
bool(true)
