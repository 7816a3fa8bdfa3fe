--TEST--
Sorts of two coroutines do not mix, when their comparisons wait
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, spawn, suspend};

$numbers = [3, 1, 2, 5, 4, 7, 6];
$compare = fn(int $direction) => function ($a, $b) use ($direction) {
    suspend();
    return $direction * ($a <=> $b);
};
$functions = [
    'usort' => function (int $direction) use ($numbers, $compare) {
        usort($numbers, $compare($direction));
        return $numbers;
    },
    'uasort' => function (int $direction) use ($numbers, $compare) {
        uasort($numbers, $compare($direction));
        return $numbers;
    },
    'uksort' => function (int $direction) use ($numbers, $compare) {
        uksort($numbers, $compare($direction));
        return array_keys($numbers);
    },
    'ArrayObject::uasort' => function (int $direction) use ($numbers, $compare) {
        $object = new ArrayObject($numbers);
        $object->uasort($compare($direction));
        return $object->getArrayCopy();
    },
    'array_udiff' => fn(int $direction) => array_udiff($numbers, [2, 3], $compare($direction)),
    'array_uintersect' => fn(int $direction) => array_uintersect($numbers, [2, 3], $compare($direction)),
];
foreach ($functions as $name => $function) {
    $up = spawn($function, 1);
    $down = spawn($function, -1);
    echo "$name: ", implode(',', await($up)), ' ', implode(',', await($down)), "\n";
}
/* A comparison that is cancelled leaves nothing behind. */
$cancelled = spawn($functions['usort'], 1);
suspend();
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation) {
    usort($numbers, fn($a, $b) => $a <=> $b);
    echo implode(',', $numbers), "\n";
}
?>
--EXPECT--
usort: 1,2,3,4,5,6,7 7,6,5,4,3,2,1
uasort: 1,2,3,4,5,6,7 7,6,5,4,3,2,1
uksort: 0,1,2,3,4,5,6 6,5,4,3,2,1,0
ArrayObject::uasort: 1,2,3,4,5,6,7 7,6,5,4,3,2,1
array_udiff: 1,5,4,7,6 1,5,4,7,6
array_uintersect: 3,2 3,2
1,2,3,4,5,6,7
