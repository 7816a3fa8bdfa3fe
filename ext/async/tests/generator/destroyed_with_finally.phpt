--TEST--
Destroying a generator whose finally block suspends
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

$other_ran = $in_finally = false;
spawn(function () {
    $generator = (function () {
        try {
            yield 1;
        } finally {
            $GLOBALS['in_finally'] = true;
            until(fn() => $GLOBALS['other_ran']);
            echo "finally\n";
        }
    })();
    $generator->current();
    unset($generator);
    echo "destroyed\n";
});
spawn(function () {
    until(fn() => $GLOBALS['in_finally']);
    echo "other\n";
    $GLOBALS['other_ran'] = true;
});
?>
--EXPECT--
other
finally
destroyed
