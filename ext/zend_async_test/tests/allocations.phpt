--TEST--
Allocations can be counted
--EXTENSIONS--
zend_async_test
--FILE--
<?php
use function ZendAsyncTest\{start_counting_allocations, stop_counting_allocations};
start_counting_allocations();
$none = stop_counting_allocations();
start_counting_allocations();
$objects = [];
for ($i = 0; $i < 100; $i++) {
    $objects[$i] = new stdClass;
}
$some = stop_counting_allocations();
var_dump($none, $some >= 100);
try {
    stop_counting_allocations();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
int(0)
bool(true)
Allocations are not being counted
