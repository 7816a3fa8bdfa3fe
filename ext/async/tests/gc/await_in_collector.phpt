--TEST--
await() in a destructor run by the garbage collector is an exception, a completed target still answers
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$done = spawn(fn() => 'done');
$pending = spawn(function () { suspend(); suspend(); });
suspend();
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
echo "end\n";
?>
--EXPECTF--
done
Cannot await here: %s
end
