--TEST--
exit() and fatal errors inside of callables end the request without a crash
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$php = getenv('TEST_PHP_EXECUTABLE') . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' -n -d display_errors=1 -d html_errors=0 -d log_errors=0';
$deeds = ['exit("exits\n");', 'no_such_function();', 'Async\delay(1); exit("exits later\n");'];
/* Without Zend's allocator there is no memory_limit. */
if (getenv('USE_ZEND_ALLOC') !== '0') {
    $deeds[] = '$a = str_repeat("x", 1 << 40);';
}
foreach ($deeds as $deed) {
    foreach (['factory', 'beforeRelease', 'destructor', 'healthcheck'] as $where) {
        $code = 'require "' . __DIR__ . '/pool.inc";
            $deed = function ($r = null) { ' . $deed . ' };
            $ok = fn($r = null) => true;
            $pool = new Async\Pool(' . ($where == 'factory' ? '$deed' : '"connect"') . ',
                destructor: ' . ($where == 'destructor' ? '$deed' : '$ok') . ',
                healthcheck: ' . ($where == 'healthcheck' ? '$deed' : '$ok') . ',
                beforeRelease: ' . ($where == 'beforeRelease' ? '$deed' : ($where == 'destructor' ? 'fn() => false' : '$ok')) . ',
                max: 1, healthcheckInterval: 1);
            for ($i = 0; $i < 3; $i++) {
                Async\spawn(function () use ($pool) {
                    $r = $pool->acquire();
                    Async\delay(2);
                    $pool->release($r);
                });
            }
            Async\delay(20);';
        exec("$php -r " . escapeshellarg($code) . ' 2>&1', $output, $status);
        if (!in_array($status, [0, 255])) {
            echo "$where with $deed: status $status\n", implode("\n", $output), "\n";
        }
        foreach ($output as $line) {
            if (preg_match('/leaked|Sanitizer|runtime error|Assertion/', $line)) {
                echo "$where with $deed: ", implode("\n", $output), "\n";
            }
        }
        $output = [];
    }
}
echo "done\n";
?>
--EXPECT--
done
