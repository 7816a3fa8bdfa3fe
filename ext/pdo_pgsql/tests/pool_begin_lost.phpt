--TEST--
A connection that is lost, or a coroutine that is cancelled, between beginTransaction() and the first command
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
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pool.inc';

$db = PDOPoolTest::factory([], Pdo\Pgsql::class);
PDOPoolTest::createTable($db, 'pool_begin_lost', 'id int');
function attempt(string $what, callable $call): void
{
    try {
        $result = json_encode($call());
        echo "$what: $result\n";
    } catch (Throwable $e) {
        echo $what, ': ', get_class($e), ' ', $e->getCode(), "\n";
    }
}
$insert = fn () => $db->exec('INSERT INTO pool_begin_lost VALUES (1)');
$count = fn () => $db->query('SELECT count(*) FROM pool_begin_lost')->fetchColumn();

echo "-- killed, then used\n";
$db->beginTransaction();
PDOPoolTest::kill($db->getPid());
attempt('first command', $insert);
attempt('inTransaction', $db->inTransaction(...));
attempt('second command', $insert);
attempt('commit', $db->commit(...));
attempt('inTransaction', $db->inTransaction(...));
attempt('rows', $count);

echo "-- killed, never used\n";
$db->beginTransaction();
PDOPoolTest::kill($db->getPid());
attempt('commit', $db->commit(...));
attempt('rows', $count);

echo "-- cancelled before its first command\n";
$coroutine = Async\spawn(function () use ($db, $insert) {
    $db->beginTransaction();
    try {
        Async\delay(60_000);
    } finally {
        $insert();
    }
});
while (!$coroutine->isSuspended()) {
    Async\suspend();
}
$coroutine->cancel();
attempt('await', fn () => Async\await($coroutine));
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
attempt('rows', $count);

echo "-- cancelled in its first command\n";
$coroutine = Async\spawn(function () use ($db, $insert) {
    $db->beginTransaction();
    try {
        $db->exec('INSERT INTO pool_begin_lost SELECT 1 FROM pg_sleep(60)');
    } catch (Async\AsyncCancellation) {
    }
    attempt('inTransaction', $db->inTransaction(...));
    attempt('next command', $insert);
    attempt('rollBack', $db->rollBack(...));
    attempt('next command', $insert);
});
while (!$coroutine->isSuspended()) {
    Async\suspend();
}
$coroutine->cancel();
attempt('await', fn () => Async\await($coroutine));
attempt('rows', $count);

echo "-- left open\n";
set_error_handler(function (int $type, string $message) { echo $message, "\n"; return true; });
Async\await(Async\spawn(function () use ($db) { $db->beginTransaction(); }));
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::test_factory(__DIR__ . '/common.phpt')->exec('DROP TABLE IF EXISTS pool_begin_lost');
?>
--EXPECT--
-- killed, then used
first command: PDOException 08006
inTransaction: true
second command: PDOException 08006
commit: PDOException 08006
inTransaction: false
rows: 0
-- killed, never used
commit: true
rows: 0
-- cancelled before its first command
await: Async\AsyncCancellation 0
rows: 0
-- cancelled in its first command
inTransaction: true
next command: PDOException 08007
rollBack: true
next command: 1
await: null
rows: 1
-- left open
The coroutine that was spawned here ended with a transaction open, which is rolled back
