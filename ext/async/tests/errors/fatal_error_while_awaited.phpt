--TEST--
A coroutine that dies of memory_limit while others wait leaves nothing behind that a shutdown function can stumble over
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
$common = <<<'PHP'
ini_set('display_errors', 0);
ini_set('memory_limit', '16M');
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$taken = $pool->acquire();
$dies = Async\spawn(function () {
    Async\suspend();
    /* Without the allocator of PHP there is no limit. */
    getenv('USE_ZEND_ALLOC') === '0' ? trigger_error('enough', E_USER_ERROR) : str_repeat('x', 64 << 20);
});
$waits = Async\spawn(function () use ($dies) { Async\await($dies); });
$queues = Async\spawn(function () use ($pool) { $pool->acquire(60000); });
$times = Async\spawn(function () use ($dies) { Async\await($dies, Async\timeout(60000)); });
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reads = Async\spawn(function () use ($a) { fread($a, 1); });
register_shutdown_function(function () use ($pool, $taken, $b) {
    function deep($n) { return $n ? deep($n - 1) . $n : ''; }
    strlen(deep(200));
    fwrite($b, 'x');
    $pool->release($taken);
    $again = $pool->acquire();
    echo 'the pool works: ', $again === $taken ? 'yes' : 'no', "\n";
    $pool->release($again);
    $stats = $pool->getStats();
    echo "idle {$stats['idle']}, active {$stats['active']}, waiting {$stats['waiting']}\n";
    $pool->close();
});

PHP;
$main = [
    'awaits' => 'Async\await($dies);',
    'awaits with a token' => 'Async\await($dies, Async\timeout(60000));',
    'is in line' => '$pool->acquire(60000);',
    'reads' => 'fread($a, 1);',
    'is in a Fiber' => '(new Fiber(fn() => Async\await_all([$dies, $waits])))->start();',
    'has ended' => '',
];
foreach ($main as $what => $code) {
    echo "The main script $what:\n";
    run_php($common . $code);
}
?>
--EXPECT--
The main script awaits:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
The main script awaits with a token:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
The main script is in line:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
The main script reads:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
The main script is in a Fiber:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
The main script has ended:
the pool works: yes
idle 1, active 0, waiting 0
exit status 255
