--TEST--
A line that comes in parts is not divided between coroutines that read lines or records
--EXTENSIONS--
async
--INI--
; an order in which the next reader came before the one that had the beginning
async.scheduler_seed=2
--FILE--
<?php
require __DIR__ . '/../settle.inc';

$readers = [
	"fgets" => fn($stream) => rtrim(fgets($stream)),
	"stream_get_line" => fn($stream) => stream_get_line($stream, 100, "\n"),
	"fgetcsv" => fn($stream) => implode(fgetcsv($stream, escape: "")),
];
foreach ($readers as $name => $read) {
	[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$first = Async\spawn(fn() => $read($a));
	settle();
	fwrite($b, "on");
	$main = Async\current_coroutine();
	$third = Async\spawn(fn() => $read($a));
	Async\spawn(function () use ($b, $main) {
		until($main->isSuspended(...));
		fwrite($b, "e\ntw");
		for ($i = 0; $i < 20; $i++) {
			Async\delay(1);
		}
		fwrite($b, "o\nthree\n");
	});
	$lines = [$read($a), Async\await($first), Async\await($third)];
	sort($lines);
	echo $name, ": ", implode(" ", $lines), "\n";
}
?>
--EXPECT--
fgets: one three two
stream_get_line: one three two
fgetcsv: one three two
