--TEST--
A suspension is possible while an error handler is set but does not run
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

set_error_handler(function ($number, $message) { echo "handled: $message\n"; return true; });
spawn(function () {
    suspend();
    echo $undefined;
    suspend();
    echo "end\n";
});
?>
--EXPECT--
handled: Undefined variable $undefined
end
