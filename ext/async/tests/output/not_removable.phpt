--TEST--
A buffer that the script may not remove ends with its coroutine
--EXTENSIONS--
async
--FILE--
<?php
foreach ([PHP_OUTPUT_HANDLER_FLUSHABLE, PHP_OUTPUT_HANDLER_CLEANABLE, 0] as $flags) {
    Async\await(Async\spawn(function () use ($flags) {
        ob_start(null, 0, $flags);
        ob_start(fn($text) => "[$text]", 0, $flags);
        echo 'in the buffer';
    }));
    echo ' level ', ob_get_level(), "\n";
}
Async\await(Async\spawn(function () { echo 'next, level ', ob_get_level(), "\n"; }));
?>
--EXPECT--
[in the buffer] level 0
[in the buffer] level 0
[in the buffer] level 0
next, level 0
