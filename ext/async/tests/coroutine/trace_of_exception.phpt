--TEST--
The trace of an exception ends at the coroutine's task
--EXTENSIONS--
async
--FILE--
<?php
function fails() {
    Async\suspend();
    throw new Exception('boom');
}
try {
    Async\await(Async\spawn(function () { fails(); }));
} catch (Exception $e) {
    echo $e->getTraceAsString(), "\n";
}
?>
--EXPECTF--
#0 %s(7): fails()
#1 [internal function]: {closure:%s}()
#2 {main}
