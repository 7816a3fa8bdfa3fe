--TEST--
serialize() and unserialize() of two coroutines do not mix, when their methods wait
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

class Read {
    public $value = 1;
    function __unserialize(array $data): void { delay(2); $this->value = $data['value']; }
}
class Written {
    function __construct(public $value) {}
    function __serialize(): array { delay(5); return ['value' => $this->value]; }
}
class Asleep {
    public $value = 3;
    function __sleep() { delay(1); return ['value']; }
    function __wakeup() { delay(1); $this->value++; }
}
$object = new stdClass;
$text = 'O:4:"Read":1:{s:5:"value";i:7;}';
$tasks = [
    spawn(fn() => unserialize($text)->value),
    spawn(fn() => serialize([new Written($object), 'x', $object])),
    spawn(fn() => unserialize(serialize([new Asleep, new Asleep]))[1]->value),
    spawn(fn() => serialize([new Written($object), $object])),
    spawn(fn() => unserialize("a:2:{i:0;{$text}i:1;r:2;}")[1]->value),
];
foreach ($tasks as $task) {
    var_dump(await($task));
}
/* And nothing is left behind. */
echo serialize([$object, $object]), "\n";
var_dump(unserialize('a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}'));
?>
--EXPECTF--
int(7)
string(79) "a:3:{i:0;O:7:"Written":1:{s:5:"value";O:8:"stdClass":0:{}}i:1;s:1:"x";i:2;r:3;}"
int(4)
string(67) "a:2:{i:0;O:7:"Written":1:{s:5:"value";O:8:"stdClass":0:{}}i:1;r:3;}"
int(7)
a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}
array(2) {
  [0]=>
  object(stdClass)#%d (0) {
  }
  [1]=>
  object(stdClass)#%d (0) {
  }
}
