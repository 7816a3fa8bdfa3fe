--TEST--
Destructors at the end of the request cannot start coroutines; what needs none still works
--EXTENSIONS--
async
--FILE--
<?php
class D {
    public ?Async\Coroutine $done = null;
    public function __destruct() {
        foreach ([
            'spawn' => fn() => Async\spawn(fn() => 1),
            'suspend' => fn() => Async\suspend(),
            'await' => fn() => Async\await(Async\timeout(1000)),
            'current_coroutine' => fn() => Async\current_coroutine(),
            'delay' => fn() => Async\delay(1),
            'protect' => fn() => Async\protect(fn() => 'protected'),
            'await completed' => fn() => Async\await($this->done),
        ] as $name => $call) {
            try {
                $result = $call() ?? 'fine';
                echo "$name: $result\n";
            } catch (Throwable $e) {
                echo "$name: ", get_class($e), ': ', $e->getMessage(), "\n";
            }
        }
    }
}
$global = new D;
$global->done = Async\spawn(fn() => 'result');
?>
--EXPECT--
spawn: Error: Coroutines cannot be used while the request shuts down
suspend: Error: Coroutines cannot be used while the request shuts down
await: Error: Coroutines cannot be used while the request shuts down
current_coroutine: Error: Coroutines cannot be used while the request shuts down
delay: fine
protect: protected
await completed: result
