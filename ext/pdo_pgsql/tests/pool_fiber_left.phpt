--TEST--
A call in a Fiber that outlives its coroutine: in a transaction, while a connection is sought, on a statement of another one
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

/* What a stream is asked for while a Fiber waits in it. */
final class Waiting
{
    public $context;
    private int $reads = 0;

    function stream_open(string $name, string $mode, int $options, ?string &$opened): bool { return true; }
    function stream_eof(): bool { return $this->reads > 0; }
    function stream_stat(): array { return []; }

    function stream_read(int $count): string
    {
        $this->reads++ === 0 && Fiber::getCurrent() && Fiber::suspend();
        return $this->reads === 1 ? 'whole' : '';
    }
}

function told(callable $call): string
{
    try {
        return json_encode($call());
    } catch (PDOException $e) {
        return $e->getMessage();
    }
}

stream_wrapper_register('waiting', Waiting::class);
$watcher = pgsql_connect();
$watcher->exec('DROP TABLE IF EXISTS pool_fiber_left');
$watcher->exec('CREATE TABLE pool_fiber_left (word text)');
$watcher->exec("SET lock_timeout = '20s'");
$start = fn(Fiber $fiber) => Async\await(Async\spawn(fn() => $fiber->start()));
$stored = fn() => json_encode($watcher->query('SELECT word FROM pool_fiber_left')->fetchAll(PDO::FETCH_COLUMN));

$db = pgsql_pool(max: 2, class: Pdo\Pgsql::class);
$db->setNoticeCallback(fn() => Fiber::getCurrent() && Fiber::suspend());
$fiber = new Fiber(fn() => told(function () use ($db) {
    $db->beginTransaction();
    $db->exec("INSERT INTO pool_fiber_left VALUES ('first')");
    $db->exec("DO \$\$ BEGIN RAISE NOTICE 'a'; END \$\$");
    $db->exec("INSERT INTO pool_fiber_left VALUES ('second')");
    return $db->commit();
}));
$start($fiber);
/* Nobody holds a lock. */
$watcher->exec('TRUNCATE pool_fiber_left');
$fiber->resume();
echo $fiber->getReturn(), "\n", $stored(), "\n";

$calls = 0;
$one = pgsql_pool(options: [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS, PDO::ATTR_POOL_INIT => function () use (&$calls) {
    $calls++ > 0 && Fiber::getCurrent() && Fiber::suspend();
}], max: 1);
$one->query('SELECT 0')->fetchColumn();
$fiber = new Fiber(fn() => told(fn() => $one->query('SELECT 7')->fetchColumn()));
$start($fiber);
$fiber->isTerminated() || $fiber->resume();
echo $fiber->getReturn(), "\n";

$stmt = null;
$is_over = false;
$holder = Async\spawn(function () use ($db, &$stmt, &$is_over) {
    $stmt = $db->prepare('INSERT INTO pool_fiber_left VALUES (?)');
    $stmt->bindValue(1, fopen('waiting://', 'r'), PDO::PARAM_LOB);
    while (!$is_over) {
        Async\suspend();
    }
});
while (!$stmt) {
    Async\suspend();
}
$fiber = new Fiber(fn() => told(fn() => $stmt->execute()));
$start($fiber);
for ($i = 0; $i < 5; $i++) {
    /* One of them has the address of the first one, perhaps. */
    echo Async\await(Async\spawn(fn() => told(fn() => $stmt->execute()))), "\n";
}
$fiber->resume();
echo $fiber->getReturn(), "\n";
$is_over = true;
Async\await($holder);
echo $stored(), "\n";
$stmt = null;
$watcher->exec('DROP TABLE pool_fiber_left');
?>
--EXPECT--
SQLSTATE[08007]: Connection failure during transaction: The coroutine that made the call has ended, and its transaction is lost with it
[]
SQLSTATE[08003]: Connection does not exist: The coroutine that made the call has ended
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
true
["whole"]
