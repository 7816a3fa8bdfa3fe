--TEST--
suspend() of the only coroutine returns at once
--EXTENSIONS--
async
--FILE--
<?php
Async\suspend();
echo "1\n";
Async\suspend();
echo "2\n";
?>
--EXPECT--
1
2
