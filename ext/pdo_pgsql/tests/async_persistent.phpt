--TEST--
A persistent handle works in a coroutine as in stock PHP, blocking
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
$order = [];
$first = Async\spawn(function () use (&$order) {
    $db = pgsql_connect([PDO::ATTR_PERSISTENT => true]);
    $order[] = 'begin';
    $db->query('SELECT pg_sleep(0.01)');
    $order[] = 'end';
    return $db->query('SELECT 7')->fetchColumn();
});
$second = Async\spawn(function () use (&$order) {
    $order[] = 'second';
});
var_dump(Async\await($first));
Async\await($second);
echo implode(' ', $order), "\n";
?>
--EXPECT--
int(7)
begin end second
