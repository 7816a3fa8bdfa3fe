--TEST--
A destructor may suspend where stock PHP runs it
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

class D {
    public function __construct(private string $name) {}
    public function __destruct() { delay(1); echo "$this->name destroyed\n"; }
}
spawn(function () {
    $d = new D('a');
    $d = null;
    echo "a goes on\n";
    $local = new D('local');
});
spawn(function () { echo "other\n"; });
?>
--EXPECT--
other
a destroyed
a goes on
local destroyed
