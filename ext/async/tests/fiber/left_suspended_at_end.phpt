--TEST--
A Fiber with a suspended wait in its past that is left over at the end of the script
--EXTENSIONS--
async
--FILE--
<?php
$fiber = new Fiber(function () {
    try {
        Async\delay(1);
        Fiber::suspend();
    } finally {
        echo "unwound at shutdown\n";
    }
});
$fiber->start();
echo "end of main\n";
?>
--EXPECT--
end of main
unwound at shutdown
