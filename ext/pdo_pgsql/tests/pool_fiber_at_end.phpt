--TEST--
A call in a Fiber of the main script that the script's end destroys
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);
$db->setNoticeCallback(fn() => Fiber::getCurrent() && Fiber::suspend());
/* From here on the main script is a coroutine. */
Async\await(Async\spawn(fn() => 1));
$fiber = new Fiber(fn() => $db->exec("DO \$\$ BEGIN RAISE NOTICE 'a'; END \$\$"));
$fiber->start();
echo "The script ends\n";
?>
--EXPECT--
The script ends
