--TEST--
A buffer that a coroutine leaves open is flushed at its end
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

await(spawn(function () {
    ob_start(fn($buffer) => strtoupper($buffer));
    echo "left open\n";
}));
echo "main\n";
var_dump(ob_get_level());
?>
--EXPECT--
LEFT OPEN
main
int(0)
