--TEST--
suspend() works at any depth: callbacks of internal functions, generators, destructors, magic methods
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

class Magic {
    public function __get($name) { suspend(); return "get $name"; }
    public function __toString(): string { suspend(); return 'string'; }
    public function __destruct() { suspend(); echo "destructor\n"; }
}

spawn(function () {
    echo implode(' ', array_map(function ($x) { suspend(); return $x * 2; }, [1, 2, 3])), "\n";
    $array = [3, 1, 2];
    usort($array, function ($a, $b) { suspend(); return $a <=> $b; });
    echo implode(' ', $array), "\n";
    echo preg_replace_callback('/\d/', function ($m) { suspend(); return $m[0] + 1; }, 'a1b2'), "\n";
    $magic = new Magic;
    echo $magic->name, "\n";
    echo "$magic\n";
    unset($magic);
    echo "task done\n";
});
$switches = 0;
spawn(function () use (&$switches) {
    while ($switches < 12) {
        $switches++;
        suspend();
    }
});
?>
--EXPECTF--
2 4 6
1 2 3
a2b3
get name
string
destructor
task done
