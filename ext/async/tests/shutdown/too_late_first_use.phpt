--TEST--
The same when no coroutine was started before
--EXTENSIONS--
async
--FILE--
<?php
class D {
    public function __destruct() {
        try {
            Async\spawn(fn() => 1);
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        Async\delay(1);
        echo Async\protect(fn() => 'protected'), "\n";
    }
}
$global = new D;
?>
--EXPECT--
Coroutines cannot be used while the request shuts down
protected
