--TEST--
A notice callback that captures its PDO object does not keep it
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
foreach (['pgsql_connect', 'pgsql_pool'] as $connect) {
    $db = $connect(class: Pdo\Pgsql::class);
    $watched = WeakReference::create($db);
    $db->setNoticeCallback(function ($message) use ($db) { echo $message; });
    $db->exec("DO $$ BEGIN RAISE NOTICE 'heard'; END $$");
    /* With a second connection, where there can be one. */
    $stmt = $db->query('SELECT 1');
    if ($connect === 'pgsql_pool') {
        Async\await(Async\spawn(fn() => $db->exec("DO $$ BEGIN RAISE NOTICE 'heard again'; END $$")));
    }
    $stmt = $db = null;
    /* What the coroutine left is cleaned by another one, which has the connection until then. */
    for ($i = 0; gc_collect_cycles() === 0 && $watched->get() && $i < 1000; $i++) {
        Async\delay(1);
    }
    var_dump($watched->get());
}
?>
--EXPECT--
NOTICE:  heard
NULL
NOTICE:  heard
NOTICE:  heard again
NULL
