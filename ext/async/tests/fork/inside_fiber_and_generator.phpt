--TEST--
A forked child never enters the Fibers and generators that other coroutines wait in
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$parent = posix_getpid();
$where = fn($name) => posix_getpid() === $parent ? "parent: $name\n" : "CHILD: $name\n";
function generator(Closure $where) {
	try {
		/* Ends after the other, however long that takes. */
		Async\await($GLOBALS['one']);
		yield 1;
	} finally {
		echo $where('generator finally');
	}
}
function delegating(Closure $where) {
	try {
		yield from generator($where);
	} finally {
		echo $where('delegating finally');
	}
}
$fiber = new Fiber(function () use ($where) {
	$inner = new Fiber(function () use ($where) {
		try {
			Async\delay(1);
		} finally {
			echo $where('inner fiber finally');
		}
	});
	try {
		$inner->start();
	} finally {
		echo $where('fiber finally');
	}
});
$generator = delegating($where);
$one = Async\spawn(function () use ($fiber) { $fiber->start(); });
$two = Async\spawn(function () use ($generator) { foreach ($generator as $_); });
settle();

function check(int $pid) {
	pcntl_waitpid($pid, $status);
	echo pcntl_wifexited($status) ? 'child exits with ' . pcntl_wexitstatus($status) : 'child died', "\n";
}
/* The main script and another coroutine fork; the others go on in the parent. */
$pid = pcntl_fork();
if ($pid === 0) {
	exit(5);
}
$forking = Async\spawn(function () {
	$pid = pcntl_fork();
	return $pid === 0 ? exit(6) : $pid;
});
$second = Async\await($forking);
Async\await_all([$one, $two]);
check($pid);
check($second);
?>
--EXPECT--
parent: inner fiber finally
parent: fiber finally
parent: generator finally
parent: delegating finally
child exits with 5
child exits with 6
