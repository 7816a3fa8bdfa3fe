--TEST--
Iterator methods, property hooks and __toString() may suspend
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

class Counter implements Iterator {
    private int $i = 0;
    public function current(): mixed { suspend(); return $this->i; }
    public function key(): mixed { suspend(); return $this->i; }
    public function next(): void { suspend(); $this->i++; }
    public function rewind(): void { suspend(); $this->i = 0; }
    public function valid(): bool { suspend(); return $this->i < 3; }
}
class Hooked {
    public string $value = 'initial' { get { suspend(); return $this->value; } set { suspend(); $this->value = $value; } }
    public function __toString(): string { suspend(); return 'text'; }
}
$report = [];
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name, &$report) {
        foreach (new Counter as $key => $value) {
            $report[$name][] = "$key=$value";
        }
        $report[$name][] = json_encode([...new Counter]);
        $report[$name][] = json_encode(iterator_to_array(new Counter));
        $hooked = new Hooked;
        $hooked->value = "value of $name";
        $report[$name][] = $hooked->value;
        $report[$name][] = "x{$hooked}y" . sprintf('%s', $hooked) . implode(',', [$hooked, $hooked]);
    });
}
spawn(function () { for ($i = 0; $i < 30; $i++) { suspend(); gc_collect_cycles(); } });
register_shutdown_function(function () use (&$report) {
    ksort($report);
    foreach ($report as $name => $lines) {
        echo $name, ': ', implode(' ', $lines), "\n";
    }
});
?>
--EXPECT--
a: 0=0 1=1 2=2 [0,1,2] [0,1,2] value of a xtextytexttext,text
b: 0=0 1=1 2=2 [0,1,2] [0,1,2] value of b xtextytexttext,text
