--TEST--
await() in a destructor run by the garbage collector is an exception, a completed target still answers
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$done = spawn(fn() => 'done');
$pending = spawn(function () { delay(60000); });
settle();
class Cycle {
    public $self;
    public function __construct(private $done, private $pending) { $this->self = $this; }
    public function __destruct() {
        echo await($this->done), "\n";
        try {
            await($this->pending);
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
new Cycle($done, $pending);
gc_collect_cycles();
$pending->cancel();
echo "end\n";
?>
--EXPECTF--
done
Cannot await here: %s
end
