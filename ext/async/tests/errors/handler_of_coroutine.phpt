--TEST--
set_error_handler() and restore_error_handler() act on the calling coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, spawn, suspend};

function collect(string $name): array {
    $seen = [];
    set_error_handler(function (int $level, string $message) use (&$seen) {
        $seen[] = $message;
        return true;
    });
    try {
        suspend();
        trigger_error("of $name");
        suspend();
        trigger_error("again of $name");
    } finally {
        restore_error_handler();
    }
    return $seen;
}
$one = spawn('collect', 'one');
$two = spawn('collect', 'two');
echo implode(', ', await($one)), "\n", implode(', ', await($two)), "\n";

set_error_handler(function (int $level, string $message) { echo "main's: $message\n"; return true; });
/* A coroutine starts with its spawner's, and keeps them. */
$heir = spawn(function () {
    trigger_error('of the heir');
    set_error_handler(function (int $level, string $message) { echo "the heir's: $message\n"; return true; });
    $second = spawn(fn() => trigger_error('of the second'));
    restore_error_handler();
    await($second);
    trigger_error('of the heir');
});
set_error_handler(function (int $level, string $message) { echo "main's second: $message\n"; return true; });
await($heir);
trigger_error('of main');
restore_error_handler();
trigger_error('of main');
?>
--EXPECT--
of one, again of one
of two, again of two
main's: of the heir
the heir's: of the second
main's: of the heir
main's second: of main
main's: of main
