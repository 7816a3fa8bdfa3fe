--TEST--
Inside an output handler a suspension is refused with a clear exception
--EXTENSIONS--
async
--FILE--
<?php
use function Async\suspend;

ob_start(function ($buffer) {
    try {
        suspend();
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage() . "\n";
    }
    return "suspended\n";
});
echo 'text';
ob_end_flush();
?>
--EXPECTF--
Async\AsyncException: Cannot suspend here: %s
