--TEST--
A destructor of a global at the end of the script waits by blocking
--EXTENSIONS--
async
--FILE--
<?php
use function Async\delay;
use function Async\suspend;

class D {
    public function __destruct() {
        $begin = hrtime(true);
        try {
            delay(5);
            echo hrtime(true) - $begin >= 5e6 ? "delayed\n" : "not delayed\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
        try {
            Async\suspend();
            echo "suspended\n";
        } catch (Throwable $e) {
            echo get_class($e), "\n";
        }
        echo "destroyed\n";
    }
}
$global = new D;
Async\spawn(function () { echo "coroutine\n"; });
echo "end of main\n";
?>
--EXPECTF--
end of main
coroutine
%s
%s
destroyed
