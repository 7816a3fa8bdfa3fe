--TEST--
gethostbyname() and gethostbynamel() let the others run
--EXTENSIONS--
async
--SKIPIF--
<?php
if (gethostbyname("localhost") !== "127.0.0.1") die("skip localhost is not 127.0.0.1 here");
?>
--FILE--
<?php
Async\spawn(function () {
	echo gethostbyname("localhost"), "\n";
	var_dump(in_array("127.0.0.1", gethostbynamel("localhost")));
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
127.0.0.1
bool(true)
