--TEST--
Pool::use() returns the value of a callable that returns a reference
--EXTENSIONS--
async
--FILE--
<?php
$pool = new Async\Pool(fn() => new stdClass);
$result = $pool->use(function &() {
    static $value = 1;
    return $value;
});
var_dump($result, $pool->activeCount());
?>
--EXPECT--
int(1)
int(0)
