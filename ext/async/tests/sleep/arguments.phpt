--TEST--
Wrong arguments of the sleep functions are the same errors inside a coroutine
--EXTENSIONS--
async
--FILE--
<?php
Async\spawn(function () {
	foreach ([fn() => sleep(-1), fn() => usleep(-1), fn() => time_nanosleep(-1, 0), fn() => time_nanosleep(0, 1_000_000_000)] as $call) {
		try {
			$call();
		} catch (ValueError $e) {
			echo $e->getMessage(), "\n";
		}
	}
});
?>
--EXPECT--
sleep(): Argument #1 ($seconds) must be greater than or equal to 0
usleep(): Argument #1 ($microseconds) must be greater than or equal to 0
time_nanosleep(): Argument #1 ($seconds) must be greater than or equal to 0
Nanoseconds was not in the range 0 to 999 999 999 or seconds was negative
