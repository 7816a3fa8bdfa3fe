--TEST--
The stacks of a burst are there for the next one, and go back to the system when it is quiet
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip reads /proc/self/status');
if (getenv('SKIP_ASAN')) die('skip the sanitizer maps memory of its own');
?>
--INI--
fiber.stack_size=1M
memory_limit=512M
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn};

const COUNT = 5000;

function kilobytes(string $key): int
{
    preg_match("/^$key:\s+(\d+)/m", file_get_contents('/proc/self/status'), $match);
    return (int) $match[1];
}

/* Address space, in stacks. */
function mapped(): int
{
    return intdiv(kilobytes('VmSize'), 1024);
}

function burst(): void
{
    $parked = 0;
    for ($i = 0; $i < COUNT; $i++) {
        $coroutines[] = spawn(function () use (&$parked) {
            $parked++;
            while ($parked < COUNT) {
                delay(1);
            }
        });
    }
    await_all_or_fail($coroutines);
}

await(spawn(function () {}));
$before = mapped();
$memory = memory_get_usage();
burst();
$first = mapped() - $before;
echo 'mapped: ', $first >= COUNT ? 'all' : $first, "\n";
echo 'memory of VM stacks that nobody uses: ', memory_get_usage() - $memory < 16 << 20 ? 'a limited number' : 'too much', "\n";
burst();
echo 'mapped by the second burst: ', mapped() - $before === $first ? 'none' : 'some', "\n";
/* Each has used a page at least. */
$resident = kilobytes('VmRSS');
for ($i = 0; $i < 200 && $resident - kilobytes('VmRSS') < COUNT * 3; $i++) {
    delay(100);
}
echo 'after a while: ', $i < 200 ? 'given back' : $resident - kilobytes('VmRSS'), "\n";
burst();
echo "another one\n";
?>
--EXPECT--
mapped: all
memory of VM stacks that nobody uses: a limited number
mapped by the second burst: none
after a while: given back
another one
