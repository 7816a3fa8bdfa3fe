--TEST--
A forked child does not report what failed in its parent before the fork
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/../settle.inc';

$failed = Async\spawn(fn() => throw new Exception('of the parent'));
settle();
$pid = pcntl_fork();
if ($pid === 0) {
	/* It can be looked at here, too. */
	echo 'child: ', $failed->getException()->getMessage(), "\n";
	exit(5);
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
$silent = pcntl_fork();
if ($silent === 0) {
	exit(6);
}
pcntl_waitpid($silent, $status);
var_dump(pcntl_wexitstatus($status));
try {
	Async\await($failed);
} catch (Exception $e) {
	echo 'parent: ', $e->getMessage(), "\n";
}
?>
--EXPECT--
child: of the parent
int(5)
int(6)
parent: of the parent
