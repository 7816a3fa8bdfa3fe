--TEST--
After a fork inside a hook the child neither uses nor destroys the parent's resource
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
class Connection {
	public int $pid;
	function __construct() { $this->pid = posix_getpid(); }
	function __destruct() { tell($this, 'destroyed'); }
}
function tell(Connection $connection, string $what) {
	if ($connection->pid !== posix_getpid()) {
		echo "the child's: the parent's connection is $what\n";
	}
}
function fork_once(bool &$armed) {
	if ($armed) {
		$armed = false;
		$pid = pcntl_fork();
		if ($pid) {
			pcntl_waitpid($pid, $status);
			echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'died', "\n";
		}
	}
}
function run(string $hook, bool $answer) {
	$parent = posix_getpid();
	$armed = false;
	$callback = function (Connection $connection) use (&$armed, $answer) {
		fork_once($armed);
		return $answer;
	};
	$pool = new Async\Pool(fn() => new Connection, function (Connection $connection) {
		tell($connection, 'told goodbye');
	}, ...['min' => 1, 'max' => 1, $hook => $callback]);
	$armed = true;
	echo "$hook, ", var_export($answer, true), ': ';
	$connection = $pool->acquire();
	tell($connection, 'acquired');
	$pool->release($connection);
	unset($connection);
	$stats = $pool->getStats();
	$taken = $stats['active'] + $stats['connecting'];
	$pool->close();
	if (posix_getpid() !== $parent) {
		exit($taken);
	}
}
run('beforeAcquire', true);
run('beforeAcquire', false);
run('beforeRelease', true);
run('beforeRelease', false);
?>
--EXPECT--
beforeAcquire, true: exit 0
beforeAcquire, false: exit 0
beforeRelease, true: exit 0
beforeRelease, false: exit 0
