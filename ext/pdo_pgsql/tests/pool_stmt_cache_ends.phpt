--TEST--
Kept statements go with their connection: cancelled, killed, forked, closed
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/async.inc';
$watcher = pgsql_connect();
$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10]);
$sleep = 'SELECT pg_sleep(?)';
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$stats = fn() => json_encode($db->getPool()->getStats()['stmt_cache']);
$run = function (float $seconds) use ($db, $sleep) {
    $stmt = $db->prepare($sleep);
    $stmt->execute([$seconds]);
};

echo "cancelled\n";
$first = Async\await(Async\spawn($pid));
Async\await(Async\spawn($run, 0));
echo $stats(), "\n";
$coroutine = Async\spawn($run, 60);
pgsql_wait_until($watcher, "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $first");
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$second = Async\await(Async\spawn($pid));
var_dump($first !== $second);
echo $stats(), "\n";

echo "killed\n";
Async\await(Async\spawn($run, 0));
$watcher->query("SELECT pg_terminate_backend($second, 10000)")->fetchAll();
$third = null;
while ($third === null) {
    try {
        $third = Async\await(Async\spawn($pid));
    } catch (PDOException) {
    }
}
var_dump($third !== $second);
Async\await(Async\spawn($run, 0));

echo "killed while one is in use\n";
$stmt = $db->prepare($sleep);
$stmt->execute([0]);
$watcher->query("SELECT pg_terminate_backend($third, 10000)")->fetchAll();
try {
    $stmt->execute([0]);
} catch (PDOException $e) {
    echo "lost\n";
}
unset($stmt);
Async\await(Async\spawn($run, 0));
$fourth = Async\await(Async\spawn($pid));

echo "forked\n";
$stmt = $db->prepare('SELECT 4711');
$stmt->execute();
$child = pcntl_fork();
if ($child === 0) {
    unset($stmt);
    $run(0);
    echo $pid() !== $fourth ? "child: has its own\n" : "child: has its parent's\n";
    unset($db);
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
unset($stmt);
$before = $db->getPool()->getStats()['stmt_cache']['hits'];
var_dump($db->query('SELECT 4711')->fetchColumn(), $pid() === $fourth);
var_dump($db->getPool()->getStats()['stmt_cache']['hits'] - $before);

echo "freed while another coroutine is in a call\n";
/* The child has ended the session of the ordinary one. */
$watcher = pgsql_connect();
$shared = $db->prepare('SELECT 4713');
$shared->execute();
$other = Async\spawn(function () use ($db, $sleep) {
    /* The connection is the main script's: a statement of it is all that this coroutine has. */
    $GLOBALS['sleeper']->execute([0.3]);
});
$sleeper = $db->prepare($sleep);
pgsql_wait_until($watcher, "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $fourth");
unset($shared);
Async\await($other);
unset($sleeper, $other);
echo $db->query("SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT 4713'")->fetchColumn(), "\n";

echo "the object goes first\n";
$stmt = $db->prepare('SELECT 4712');
$stmt->execute();
$run = $pid = $stats = null;
unset($db);
var_dump($stmt->fetchColumn());
unset($stmt);
echo "end\n";
?>
--EXPECT--
cancelled
{"hits":0,"misses":2,"evicted":0}
cancelled
bool(true)
{"hits":1,"misses":3,"evicted":0}
killed
bool(true)
killed while one is in use
lost
forked
child: has its own
int(0)
int(4711)
bool(true)
int(2)
freed while another coroutine is in a call
1
the object goes first
int(4712)
end
