--TEST--
Lookups of many coroutines do not disturb each other
--EXTENSIONS--
async
--SKIPIF--
<?php
if (gethostbyname("localhost") !== "127.0.0.1") die("skip localhost is not 127.0.0.1 here");
?>
--FILE--
<?php
$lookups = [];
for ($i = 0; $i < 40; $i++) {
	$lookups[] = Async\spawn(fn() => $i % 2 ? gethostbyname("localhost") : gethostbynamel("127.0.0.2")[0]);
}
[$results] = Async\await_all($lookups);
var_dump(array_count_values($results));
?>
--EXPECT--
array(2) {
  ["127.0.0.2"]=>
  int(20)
  ["127.0.0.1"]=>
  int(20)
}
