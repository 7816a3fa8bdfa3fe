--TEST--
Pipes: reading from the end that can only be written, and the other way round, fails at once in a coroutine as well
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip pipes of other systems');
?>
--FILE--
<?php
/* PHPUnit reads from STDOUT when a test runs in another process. */
$script = 'Async\await(Async\spawn(function () { var_dump(@stream_get_contents(STDOUT)); }));';
$child = proc_open([PHP_BINARY, '-n', '-r', $script], [['pipe', 'r'], ['pipe', 'w']], $pipes);
Async\await(Async\spawn(function () use ($pipes) {
    var_dump(@fread($pipes[0], 10), @fwrite($pipes[1], 'x'));
}));
fclose($pipes[0]);
echo stream_get_contents($pipes[1]);
var_dump(proc_close($child));
?>
--EXPECT--
bool(false)
bool(false)
string(0) ""
int(0)
