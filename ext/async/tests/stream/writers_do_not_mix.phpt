--TEST--
Large writes of several coroutines to one stream do not mix, and keep their order
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

foreach (["a", "b", "c"] as $letter) {
	Async\spawn(function () use ($a, $letter) {
		fwrite($a, str_repeat($letter, 500_000));
	});
}
$all = Async\await(Async\spawn(fn() => stream_get_contents($b, 1_500_000)));
$parts = str_split($all, 500_000);
sort($parts);
var_dump($parts === [str_repeat("a", 500_000), str_repeat("b", 500_000), str_repeat("c", 500_000)]);
?>
--EXPECT--
bool(true)
