--TEST--
print_r() with return, whose __debugInfo() suspends, keeps its text to itself
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

class Slow {
    public function __construct(private string $name) {}
    public function __debugInfo() { suspend(); return ['name' => $this->name]; }
}
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        $text = print_r(new Slow($name), true);
        suspend();
        echo preg_replace('/\s+/', ' ', $text), "\n";
    });
}
spawn(function () { echo "other\n"; });
?>
--EXPECT--
other
Slow Object ( [name] => a ) 
Slow Object ( [name] => b ) 
