--TEST--
After exit() in a coroutine objects are destroyed as stock PHP does
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
class D { function __construct(private $name) {} function __destruct() { echo "destroyed $this->name\n"; } }
$global = new D('global');
$other = Async\spawn(function () { $local = new D('local of the other'); Async\delay(10000); });
Async\spawn(function () use ($other) {
    $local = new D('local of the one that exits');
    until($other->isSuspended(...));
    exit;
});
settle();
PHP);
?>
--EXPECTF--
destroyed %s
destroyed %s
destroyed %s
exit status 0
