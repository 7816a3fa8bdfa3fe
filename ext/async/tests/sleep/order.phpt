--TEST--
Sleepers wake in the order of their times, not of their calls
--EXTENSIONS--
async
--FILE--
<?php
foreach ([300, 100, 200] as $ms) {
	Async\spawn(function () use ($ms) {
		usleep($ms * 1000);
		echo $ms, "\n";
	});
}
?>
--EXPECT--
100
200
300
