--TEST--
Statements that are freed while a Fiber is in a call are freed behind it
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
Async\await(Async\spawn(function () use ($db) {
    $plain = $db->prepare('SELECT ?::int');
    $plain->execute([1]);
    $scroll = $db->prepare('SELECT ?::int', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
    $scroll->execute([1]);
    $fiber = new Fiber(fn() => $db->exec("DO $$ BEGIN RAISE NOTICE 'a'; PERFORM pg_sleep(0.2); END $$"));
    $fiber->start();
    $other = Async\spawn(fn() => $fiber->resume());
    while ($fiber->isSuspended()) {
        Async\suspend();
    }
    $plain = $scroll = null;
    Async\await($other);
    echo $fiber->getReturn(), "\n";
}));
echo $db->query('SELECT COUNT(*) FROM pg_cursors WHERE is_holdable')->fetchColumn(), " cursors\n";
echo array_sum($db->getPool()->getStats()['destroyed']), " closed\n";
?>
--EXPECT--
0
0 cursors
0 closed
