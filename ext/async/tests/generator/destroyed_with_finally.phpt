--TEST--
Destroying a generator whose finally block suspends
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

spawn(function () {
    $generator = (function () {
        try {
            yield 1;
        } finally {
            suspend();
            echo "finally\n";
        }
    })();
    $generator->current();
    unset($generator);
    echo "destroyed\n";
});
spawn(function () { echo "other\n"; });
?>
--EXPECT--
other
finally
destroyed
