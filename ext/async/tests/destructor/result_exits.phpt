--TEST--
exit() in the destructor of a result ends the script
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
class Result { function __destruct() { echo "destructor\n"; exit(3); } }
Async\spawn(fn() => new Result);
settle();
echo "the main script goes on\n";
PHP);
?>
--EXPECT--
destructor
exit status 3
