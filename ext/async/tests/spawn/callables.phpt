--TEST--
spawn() takes every kind of callable
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

class ParentTask {
    public function run($x) { return "parent method $x"; }
}
class Task extends ParentTask {
    public function __construct(private string $name = 'task') {}
    public function run($x) { return "$this->name method $x"; }
    public static function stat($x) { return static::class . " static $x"; }
    private function hidden($x) { return "$this->name private $x"; }
    public function __invoke($x) { return "$this->name invoked $x"; }
    public function spawnHidden() { return spawn([$this, 'hidden'], 1); }
    public function spawnStatic() { return spawn([static::class, 'stat'], 1); }
}
class Magic {
    public function __call($name, $args) { return "__call $name $args[0]"; }
    public static function __callStatic($name, $args) { return "__callStatic $name $args[0]"; }
}
class Child extends Task {}

echo await(spawn('strtoupper', 'function name')), "\n";
echo await(spawn(fn($x) => "closure $x", 1)), "\n";
echo await(spawn(strtoupper(...), 'first class callable')), "\n";
echo await(spawn([new Task, 'run'], 1)), "\n";
echo await(spawn('Task::stat', 1)), "\n";
echo await(spawn(['Task', 'stat'], 1)), "\n";
echo await(spawn(new Task('invokable'), 1)), "\n";
echo await((new Task)->spawnHidden()), "\n";
echo await((new Child)->spawnStatic()), "\n";
echo await(spawn([new Magic, 'anything'], 1)), "\n";
echo await(spawn(['Magic', 'anything'], 1)), "\n";
echo await(spawn('Magic::anything', 1)), "\n";
?>
--EXPECT--
FUNCTION NAME
closure 1
FIRST CLASS CALLABLE
task method 1
Task static 1
Task static 1
invokable invoked 1
task private 1
Child static 1
__call anything 1
__callStatic anything 1
__callStatic anything 1
