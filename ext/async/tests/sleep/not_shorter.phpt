--TEST--
A sleep is never shorter than asked for
--EXTENSIONS--
async
--FILE--
<?php
Async\spawn(function () {
	foreach ([1, 500, 1500, 2001] as $us) {
		$begin = hrtime(true);
		usleep($us);
		if (hrtime(true) - $begin < $us * 1000) {
			echo "usleep($us) was too short\n";
		}
	}
	$begin = hrtime(true);
	time_nanosleep(0, 1_000_001);
	var_dump(hrtime(true) - $begin >= 1_000_001);
});
?>
--EXPECT--
bool(true)
