--TEST--
After exit() no finally() closure runs, as with finally blocks
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
$body = Async\spawn(function () { try { exit(6); } finally { echo "finally block\n"; } });
$body->finally(function () { echo "closure\n"; });
Async\suspend();
PHP);
run_php(<<<'PHP'
$closure = Async\spawn(function () { echo "body\n"; });
$closure->finally(function () { echo "first closure\n"; exit(7); });
$closure->finally(function () { echo "second closure\n"; });
Async\suspend();
PHP);
?>
--EXPECT--
exit status 6
body
first closure
exit status 7
