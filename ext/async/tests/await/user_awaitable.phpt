--TEST--
A class written in PHP cannot implement Awaitable
--EXTENSIONS--
async
--FILE--
<?php
class Mine implements Async\Awaitable {}
?>
--EXPECTF--
Fatal error: Class Mine cannot implement interface Async\Awaitable: only classes of extensions can be awaited in %s on line %d
