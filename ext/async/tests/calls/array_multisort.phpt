--TEST--
Calls of array_multisort() do not mix, when their comparisons wait
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Text {
    function __construct(public string $value) {}
    function __toString(): string { suspend(); return $this->value; }
}
function sorted(string $letters, bool $up): string {
    $texts = array_map(fn($letter) => new Text($letter), str_split($letters));
    $order = range(1, count($texts));
    if ($up) {
        array_multisort($texts, SORT_ASC, SORT_STRING, $order, SORT_DESC);
    } else {
        array_multisort($texts, SORT_DESC, SORT_STRING);
    }
    return implode('', array_map(fn($text) => $text->value, $texts));
}
$up = spawn('sorted', 'dbcae', true);
$down = spawn('sorted', 'zxy', false);
echo await($up), ' ', await($down), "\n";
?>
--EXPECT--
abcde zyx
