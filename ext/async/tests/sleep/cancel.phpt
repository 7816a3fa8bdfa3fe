--TEST--
Cancelling a coroutine ends its sleep
--EXTENSIONS--
async
--FILE--
<?php
$sleeps = [fn() => sleep(1000), fn() => usleep(1_000_000_000), fn() => time_nanosleep(1000, 0), fn() => time_sleep_until(time() + 1000)];
foreach ($sleeps as $sleep) {
	$sleeper = Async\spawn(function () use ($sleep) {
		$sleep();
		echo "not reached\n";
	});
	Async\suspend();
	$sleeper->cancel();
	try {
		Async\await($sleeper);
	} catch (Async\AsyncCancellation $e) {
		echo get_class($e), "\n";
	}
}
?>
--EXPECT--
Async\AsyncCancellation
Async\AsyncCancellation
Async\AsyncCancellation
Async\AsyncCancellation
