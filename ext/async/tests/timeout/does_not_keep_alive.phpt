--TEST--
A timeout that nobody waits for keeps no process alive
--EXTENSIONS--
async
--FILE--
<?php
$held = Async\timeout(3600 * 1000);
Async\spawn(function () { echo "coroutine\n"; });
Async\timeout(3600 * 1000);
try {
    Async\await(Async\spawn(function () { Async\delay(1); return 1; }), $held);
} finally {
    echo "end\n";
}
?>
--EXPECT--
coroutine
end
