--TEST--
Closing a stream wakes readers of lines, of everything and of copies, with what they had
--EXTENSIONS--
async
--FILE--
<?php
$readers = [
	"fgets" => fn($s) => fgets($s),
	"stream_get_line" => fn($s) => stream_get_line($s, 1000, "\n"),
	"stream_get_contents" => fn($s) => stream_get_contents($s),
	"fgetcsv" => fn($s) => fgetcsv($s, escape: ""),
	"stream_copy_to_stream" => fn($s) => stream_copy_to_stream($s, fopen("php://memory", "w")),
];
foreach ($readers as $name => $read) {
	[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	fwrite($b, "first\nbegun");
	$started = false;
	$coroutine = Async\spawn(function () use ($a, $read, &$started) {
		fgets($a);
		/* The rest of what was sent is in the read buffer now. */
		$started = true;
		return $read($a);
	});
	while (!$started) {
		Async\delay(1);
	}
	fclose($a);
	echo $name, ": ", json_encode(Async\await($coroutine)), "\n";
}
?>
--EXPECT--
fgets: "begun"
stream_get_line: false
stream_get_contents: "begun"
fgetcsv: ["begun"]
stream_copy_to_stream: false
