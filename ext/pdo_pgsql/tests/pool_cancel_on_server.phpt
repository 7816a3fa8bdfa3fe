--TEST--
Cancelling a coroutine ends its query on the server, also in a transaction, a fetch and a COPY
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
$watcher = pgsql_connect();
$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);
$ways = [
    'exec' => fn() => $db->exec('SELECT pg_sleep(600)'),
    'query' => fn() => $db->query('SELECT pg_sleep(600)'),
    'prepared' => fn() => $db->prepare('SELECT pg_sleep(?)')->execute([600]),
    'transaction' => fn() => $db->beginTransaction() && $db->exec('SELECT pg_sleep(600)'),
    'copy' => fn() => $db->copyToArray('(SELECT pg_sleep(600))'),
    'fetch' => function () use ($db) {
        $statement = $db->prepare('SELECT n, pg_sleep(CASE n WHEN 2 THEN 600 ELSE 0 END) FROM generate_series(1, 3) n',
            [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $statement->execute();
        while ($statement->fetch()) {
        }
    },
];
foreach ($ways as $name => $way) {
    $pid = null;
    $coroutine = Async\spawn(function () use ($db, $way, &$pid) {
        $pid = $db->query('SELECT pg_backend_pid()')->fetchColumn();
        $way();
    });
    while (!$pid) {
        Async\suspend();
    }
    pgsql_wait_until($watcher, "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $pid");
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    /* Ten minutes too early for the server to find out by itself. */
    pgsql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM pg_stat_activity WHERE pid = $pid");
    echo "$name: ended\n";
}
/* The next one is not hit. */
for ($i = 0; $i < 20; $i++) {
    $db->query('SELECT pg_sleep(0.01)');
}
$stats = $db->getPool()->getStats();
echo 'interrupted ', $stats['destroyed']['interrupted'], ', idle ', $stats['idle'], ', active ', $stats['active'], "\n";
?>
--EXPECT--
exec: ended
query: ended
prepared: ended
transaction: ended
copy: ended
fetch: ended
interrupted 6, idle 1, active 0
