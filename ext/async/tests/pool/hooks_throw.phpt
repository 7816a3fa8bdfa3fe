--TEST--
What a hook or the destructor throws is a warning for the ordinary error handling
--EXTENSIONS--
async
--FILE--
<?php
set_error_handler(function (int $level, string $message) {
    echo $level === E_WARNING ? 'warning: ' : "$level: ", strtok($message, "\n"), "\n";
    return true;
});
$throw = function (string $what) { return function () use ($what) { throw new Exception($what); }; };
foreach (['beforeAcquire', 'beforeRelease', 'destructor'] as $hook) {
    $pool = new Async\Pool(fn() => new stdClass, ...['min' => 1, $hook => $throw($hook)]);
    $pool->release($pool->acquire());
    $pool->close();
    echo json_encode($pool->getStats()['destroyed']), "\n";
}
?>
--EXPECTF--
warning: Uncaught Exception: beforeAcquire in %s:%d
{"closed":1,"refused_acquire":1,"refused_release":0,"unhealthy":0,"retired":0,"discarded":0}
warning: Uncaught Exception: beforeRelease in %s:%d
{"closed":0,"refused_acquire":0,"refused_release":1,"unhealthy":0,"retired":0,"discarded":0}
warning: Uncaught Exception: destructor in %s:%d
{"closed":1,"refused_acquire":0,"refused_release":0,"unhealthy":0,"retired":0,"discarded":0}
