--TEST--
An autoloader may suspend
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

spl_autoload_register(function (string $class) {
    echo "loading $class\n";
    suspend();
    eval("class $class { const NAME = '$class'; }");
    echo "loaded $class\n";
});
spawn(function () { echo A::NAME, "\n"; });
spawn(function () { echo B::NAME, "\n"; });
?>
--EXPECT--
loading A
loading B
loaded A
A
loaded B
B
