--TEST--
A loop hot enough for the tracing JIT with switches inside
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await_all;

function work(int $n, int $seed): int {
    $x = $seed;
    for ($i = 0; $i < $n; $i++) {
        $x = ($x * 31 + $i) % 1000003;
        if ($i % 50 === 0) {
            suspend();
        }
    }
    return $x;
}
function plain(int $n, int $seed): int {
    $x = $seed;
    for ($i = 0; $i < $n; $i++) {
        $x = ($x * 31 + $i) % 1000003;
    }
    return $x;
}
$tasks = [];
for ($s = 0; $s < 10; $s++) {
    $tasks[] = spawn('work', 5000, $s);
}
$expected = array_map(fn($s) => plain(5000, $s), range(0, 9));
var_dump(await_all($tasks)[0] === $expected);
?>
--EXPECT--
bool(true)
