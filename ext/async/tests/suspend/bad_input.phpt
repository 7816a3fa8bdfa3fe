--TEST--
suspend() takes no arguments
--EXTENSIONS--
async
--FILE--
<?php
try {
    Async\suspend(1);
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
Async\suspend() expects exactly 0 arguments, 1 given
