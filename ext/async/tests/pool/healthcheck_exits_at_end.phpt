--TEST--
Pool: exit() in a healthcheck at the end of the script is no exception
--FILE--
<?php
set_exception_handler(function (Throwable $e) { echo 'handled: ', get_debug_type($e), "\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });
$is_over = false;
$checks = 0;
$pool = new Async\Pool(fn() => new stdClass, healthcheck: function () use (&$is_over, &$checks) {
    $checks++;
    while (!$is_over) {
        Async\suspend();
    }
    echo "the healthcheck exits\n";
    exit(3);
}, min: 1, healthcheckInterval: 1);
while ($checks === 0) {
    Async\delay(1);
}
echo "end\n";
$is_over = true;
?>
--EXPECT--
end
the healthcheck exits
shutdown
