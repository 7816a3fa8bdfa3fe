--TEST--
An exception of a buffer's callback at the end of a coroutine is the coroutine's
--EXTENSIONS--
async
--FILE--
<?php
$body = function (?Throwable $own = null) {
    ob_start(function (string $text) { throw new RuntimeException("callback: $text"); });
    echo 'text';
    if ($own) {
        throw $own;
    }
};
foreach ([null, new LogicException('body')] as $own) {
    try {
        Async\await(Async\spawn($body, $own));
        echo "nothing was thrown\n";
    } catch (Exception $e) {
        echo $e::class, ': ', $e->getMessage(), ', previous: ', $e->getPrevious()?->getMessage() ?? 'none', "\n";
    }
}
Async\await(Async\spawn(function () { echo 'next, level ', ob_get_level(), "\n"; }));
?>
--EXPECT--
textRuntimeException: callback: text, previous: none
textRuntimeException: callback: text, previous: body
next, level 0
