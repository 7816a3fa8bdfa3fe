--TEST--
The first use in the main script makes it a coroutine, whatever the function
--EXTENSIONS--
async
--FILE--
<?php
foreach ([
    'Async\suspend();',
    'Async\delay(1);',
    'Async\delay(0);',
    'Async\spawn(fn() => 1);',
    'Async\current_coroutine();',
    'Async\get_coroutines();',
    'Async\protect(fn() => 1);',
    'try { Async\await(Async\timeout(1)); } catch (Async\TimeoutException) {}',
    'Async\await_all([]);',
    'Async\timeout(100000);',
] as $code) {
    $php = getenv('TEST_PHP_EXECUTABLE_ESCAPED') . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
    exec("$php -r " . escapeshellarg($code . ' echo "fine";') . ' 2>&1', $output, $status);
    echo "$code => ", implode("\n", $output), " ($status)\n";
    unset($output);
}
?>
--EXPECT--
Async\suspend(); => fine (0)
Async\delay(1); => fine (0)
Async\delay(0); => fine (0)
Async\spawn(fn() => 1); => fine (0)
Async\current_coroutine(); => fine (0)
Async\get_coroutines(); => fine (0)
Async\protect(fn() => 1); => fine (0)
try { Async\await(Async\timeout(1)); } catch (Async\TimeoutException) {} => fine (0)
Async\await_all([]); => fine (0)
Async\timeout(100000); => fine (0)
