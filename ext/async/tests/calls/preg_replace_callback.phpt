--TEST--
Callbacks of preg_replace_callback() may wait while others match
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

$large = '/' . str_repeat('(x)?', 40) . '(\d)/';
$tasks = [
    spawn(fn() => preg_replace_callback($large, function ($m) { delay(5); return '<' . end($m) . '>'; }, '1')),
    spawn(fn() => preg_replace_callback('/\d+/', function ($m) { delay(10); return "<$m[0]>"; }, 'aa 1 bb 22 cc 333 dd')),
    spawn(function () {
        delay(7);
        return preg_replace_callback('/[a-z]+/', function ($m) { delay(2); return strtoupper($m[0]); }, 'lorem ipsum dolor');
    }),
    spawn(fn() => preg_replace_callback_array([
        '/a/' => function () { delay(3); return 'b'; },
        '/b/' => function () { delay(3); return 'c'; },
    ], 'ab')),
];
foreach ($tasks as $task) {
    var_dump(await($task));
}
?>
--EXPECT--
string(3) "<1>"
string(26) "aa <1> bb <22> cc <333> dd"
string(17) "LOREM IPSUM DOLOR"
string(2) "cc"
