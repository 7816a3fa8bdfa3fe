--TEST--
Coroutines that have not started when exit() is called never run; what they hold is destroyed
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
class D { function __construct(public $n) {} function __destruct() { echo "destroyed $this->n\n"; } }
for ($i = 0; $i < 3; $i++) {
    Async\spawn(function (D $d) { echo "never\n"; }, new D($i));
}
exit("exit\n");
PHP);
?>
--EXPECT--
exit
destroyed 0
destroyed 1
destroyed 2
exit status 0
