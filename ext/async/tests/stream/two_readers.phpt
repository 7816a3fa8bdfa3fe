--TEST--
Two coroutines read lines from one stream: no line is lost or seen twice
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$lines = [];

for ($i = 0; $i < 2; $i++) {
	Async\spawn(function () use ($a, &$lines) {
		while (($line = fgets($a)) !== false) {
			$lines[] = (int) $line;
		}
	});
}
Async\spawn(function () use ($b) {
	for ($i = 0; $i < 300; $i += 3) {
		fwrite($b, "$i\n" . ($i + 1) . "\n" . ($i + 2) . "\n");
		Async\suspend();
	}
	fwrite($b, str_repeat("300\n", 5000));
	fclose($b);
});
register_shutdown_function(function () use (&$lines) {
	sort($lines);
	var_dump(array_slice($lines, 0, 300) === range(0, 299), count($lines));
});
?>
--EXPECT--
bool(true)
int(5300)
