--TEST--
A forked child ends in peace while another coroutine of its parent initialises a lazy object
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/../settle.inc';

class Value { public string $text = ''; }
$reflection = new ReflectionClass(Value::class);
$go = false;
$lazy = [
	$reflection->newLazyGhost(function (Value $value) { until(fn() => $GLOBALS['go']); $value->text = 'ghost'; }),
	$reflection->newLazyProxy(function () { until(fn() => $GLOBALS['go']); return new Value; }),
	/* Nothing has touched it yet. */
	$reflection->newLazyGhost(function (Value $value) { $value->text = 'later'; }),
];
$ghost = Async\spawn(fn() => $lazy[0]->text);
$proxy = Async\spawn(fn() => $lazy[1]->text);
until(fn() => $ghost->isStarted() && $proxy->isStarted());

$pid = pcntl_fork();
if ($pid === 0) {
	echo $lazy[2]->text, "\n";
	exit(5);
}
pcntl_waitpid($pid, $status);
echo pcntl_wifexited($status) ? 'child exits with ' . pcntl_wexitstatus($status) : 'child died', "\n";
$go = true;
var_dump(Async\await($ghost), Async\await($proxy));
?>
--EXPECT--
later
child exits with 5
string(5) "ghost"
string(0) ""
