--TEST--
Two coroutines that need the same class while its autoloader suspends
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

spl_autoload_register(function (string $class) {
    static $loading = 0;
    echo "loading $class\n";
    $loading++;
    until(function () use (&$loading) { return $loading === 2; });
    if (!class_exists($class, false)) {
        eval("class $class {}");
    }
});
/* The guard of the engine against recursive loading is per coroutine: the second one is not told that there is no such class. */
$load = function () {
    try {
        return (new Shared)::class;
    } catch (Error $e) {
        return $e->getMessage();
    }
};
foreach (Async\await_all_or_fail(['first' => spawn($load), 'second' => spawn($load)]) as $name => $result) {
    echo "$name: $result\n";
}
?>
--EXPECT--
loading Shared
loading Shared
first: Shared
second: Shared
