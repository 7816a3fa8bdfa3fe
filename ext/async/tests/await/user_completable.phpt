--TEST--
A class written in PHP cannot implement Completable
--EXTENSIONS--
async
--FILE--
<?php
class Mine implements Async\Completable {
    public function cancel(?Async\AsyncCancellation $cancellation = null): void {}
    public function isCompleted(): bool { return true; }
    public function isCancelled(): bool { return false; }
}
?>
--EXPECTF--
Fatal error: Class Mine cannot implement interface Async\Completable: only classes of extensions can be awaited in %s on line %d
