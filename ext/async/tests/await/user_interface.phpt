--TEST--
An interface written in PHP may extend Completable
--EXTENSIONS--
async
--FILE--
<?php
interface Mine extends Async\Completable {}
var_dump(is_subclass_of('Mine', 'Async\Awaitable'));
class C implements Mine {
    public function cancel(?Async\AsyncCancellation $cancellation = null): void {}
    public function isCompleted(): bool { return true; }
    public function isCancelled(): bool { return false; }
}
?>
--EXPECTF--
bool(true)

Fatal error: Class C cannot implement interface %s: only classes of extensions can be awaited in %s on line %d
