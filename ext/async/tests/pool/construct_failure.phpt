--TEST--
A factory that fails in the constructor undoes what was made and passes its exception on
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$made = 0;
attempt(function () use (&$made) {
    new Async\Pool(
        function () use (&$made) {
            if ($made == 2) {
                throw new LogicException('no third one');
            }
            return new ArrayObject([++$made]);
        },
        function ($r) { echo "destroying $r[0]\n"; },
        min: 3);
});
attempt(function () { new Async\Pool(fn() => null, min: 1); });
?>
--EXPECT--
destroying 1
destroying 2
LogicException: no third one
Async\PoolException: The factory of the pool returned null, which is no resource
