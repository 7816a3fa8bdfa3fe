--TEST--
An autoloader may suspend
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

spl_autoload_register(function (string $class) {
    static $loading = [];
    $loading[] = $class;
    until(function () use (&$loading) { return count($loading) === 2; });
    echo "both are loading\n";
    eval("class $class { const NAME = '$class'; }");
});
echo implode("\n", Async\await_all_or_fail([spawn(fn() => A::NAME), spawn(fn() => B::NAME)])), "\n";
?>
--EXPECT--
both are loading
both are loading
A
B
