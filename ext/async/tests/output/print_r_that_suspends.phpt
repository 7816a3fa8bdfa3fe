--TEST--
print_r() with return, whose __debugInfo() suspends, keeps its text to itself
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

class Slow {
    public function __construct(private string $name) {}
    public function __debugInfo() { suspend(); return ['name' => $this->name]; }
}
$tasks = [];
foreach (['a', 'b'] as $name) {
    $tasks[] = spawn(function () use ($name) {
        $text = print_r(new Slow($name), true);
        suspend();
        return preg_replace('/\s+/', ' ', $text) . "\n";
    });
}
spawn(function () { echo "other\n"; });
settle();
echo implode(Async\await_all_or_fail($tasks));
?>
--EXPECT--
other
Slow Object ( [name] => a ) 
Slow Object ( [name] => b ) 
