--TEST--
An exception in flight survives a finally block that suspends
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$tasks = [];
foreach (['a', 'b'] as $name) {
    $tasks[] = spawn(function () use ($name) {
        try {
            try {
                throw new Exception($name);
            } finally {
                suspend();
                $text = "$name in finally\n";
                suspend();
            }
        } catch (Exception $e) {
            return $text . "$name caught {$e->getMessage()}\n";
        }
    });
}
echo implode(Async\await_all_or_fail($tasks));
?>
--EXPECT--
a in finally
a caught a
b in finally
b caught b
