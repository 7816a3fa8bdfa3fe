--TEST--
Two coroutines that need the same class while its autoloader suspends
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
    if (!class_exists($class, false)) {
        eval("class $class {}");
    }
});
/* The guard of the engine against recursive loading is per coroutine: the second one is not told that there is no such class. */
foreach (['first', 'second'] as $name) {
    spawn(function () use ($name) {
        try {
            $object = new Shared;
            echo "$name: ", $object::class, "\n";
        } catch (Error $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    });
}
?>
--EXPECT--
loading Shared
loading Shared
first: Shared
second: Shared
