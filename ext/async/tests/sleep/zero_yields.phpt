--TEST--
A sleep of zero lets the others run once
--EXTENSIONS--
async
--INI--
; the order of the ready queue is the subject
async.scheduler_seed=0
--FILE--
<?php
foreach (["sleep", "usleep"] as $sleep) {
	Async\spawn(function () use ($sleep) {
		echo "1 ";
		$sleep(0);
		echo "3 ";
	});
	Async\spawn(function () {
		echo "2 ";
	});
	Async\delay(1);
	echo "\n";
}
?>
--EXPECT--
1 2 3 
1 2 3 
