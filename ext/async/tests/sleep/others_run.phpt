--TEST--
sleep(), usleep(), time_nanosleep() and time_sleep_until() let the others run, and return what they always do
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$sleeps = [
	"sleep" => fn() => sleep(1),
	"usleep" => fn() => usleep(50_000),
	"time_nanosleep" => fn() => time_nanosleep(0, 50_000_000),
	"time_sleep_until" => fn() => time_sleep_until(microtime(true) + 0.05),
];
foreach ($sleeps as $name => $sleep) {
	$sleeper = Async\spawn(function () use ($name, $sleep) {
		echo "$name begins\n";
		$result = $sleep();
		echo "$name ends: ", json_encode($result), "\n";
	});
	$other = Async\spawn(function () use ($sleeper) {
		until($sleeper->isSuspended(...));
		echo "the other runs\n";
	});
	Async\await($sleeper);
}
?>
--EXPECT--
sleep begins
the other runs
sleep ends: 0
usleep begins
the other runs
usleep ends: null
time_nanosleep begins
the other runs
time_nanosleep ends: true
time_sleep_until begins
the other runs
time_sleep_until ends: true
