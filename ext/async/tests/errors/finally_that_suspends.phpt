--TEST--
An exception in flight survives a finally block that suspends
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        try {
            try {
                throw new Exception($name);
            } finally {
                suspend();
                echo "$name in finally\n";
                suspend();
            }
        } catch (Exception $e) {
            echo "$name caught {$e->getMessage()}\n";
        }
    });
}
?>
--EXPECT--
a in finally
b in finally
a caught a
b caught b
