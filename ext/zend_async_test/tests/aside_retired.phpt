--TEST--
A pool that connects aside: while a retired resource is destroyed, another one is made for the coroutine in line
--EXTENSIONS--
async
zend_async_test
--FILE--
<?php
$gate = new Async\Channel(1);
$end = new Async\Channel(1);
$made = 0;
$pool = new Async\Pool(
    function () use ($gate, &$made) {
        $number = ++$made;
        if ($number === 1) {
            $gate->recv();
        }
        return (object) ['number' => $number];
    },
    function ($resource) use ($end) {
        if ($resource->number === 1) {
            $end->recv();
        }
    },
    max: 5,
);
ZendAsyncTest\connect_aside($pool);

$user = Async\spawn(fn() => $pool->acquire());
while ($made === 0) {
    Async\suspend();
}
$pool->retireAll();
$gate->send('the first one may be made');
printf("resource %d\n", Async\await($user)->number);
printf("%d active\n", $pool->getStats()['active']);
$end->send('and destroyed');
while ($pool->getStats()['active'] > 1) {
    Async\suspend();
}
printf("%d active\n", $pool->getStats()['active']);
?>
--EXPECT--
resource 2
2 active
1 active
