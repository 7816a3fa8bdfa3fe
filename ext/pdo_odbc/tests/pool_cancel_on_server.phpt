--TEST--
ODBC pool: cancelling a coroutine ends its query on the server, also in a transaction and in a fetch
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = odbc_plain();
$db = odbc_pool(1);
/* Rows come when they are fetched. */
$dsn = (getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN'))
    . (odbc_is('postgres') ? ';UseDeclareFetch=1;Fetch=1' : ';NO_CACHE=1;FORWARDONLY=1');
$rows = odbc_make([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1], $dsn);
$endless = odbc_endless();
$seconds = preg_replace('/.*\((.*)\)/', '$1', $endless);
$sleep = odbc_is('postgres') ? 'pg_sleep' : 'SLEEP';
$series = odbc_is('postgres') ? 'generate_series(1, 5) AS s(n)' : '(SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) s';
$ways = [
    'exec' => [$db, fn() => $db->exec($endless)],
    'query' => [$db, fn() => $db->query($endless)->fetchAll()],
    'prepared' => [$db, function () use ($db, $sleep, $seconds) {
        $statement = $db->prepare("SELECT $sleep($seconds) FROM (SELECT 1 AS one) t WHERE 'a' = ?");
        $statement->execute(['a']);
        $statement->fetchAll();
    }],
    'transaction' => [$db, fn() => $db->beginTransaction() && $db->exec($endless)],
    'fetch' => [$rows, function () use ($rows, $sleep, $seconds, $series) {
        $statement = $rows->query("SELECT n, $sleep(CASE n WHEN 3 THEN $seconds ELSE 0 END), "
            . "REPEAT('x', 40000) AS filling FROM $series");
        while ($statement->fetch()) {
        }
    }],
];
/* With a cursor the text of the query is not there. */
$sleeping = fn($id) => $watcher->query(odbc_is('postgres')
    ? "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = $id"
    : "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep' AND id = $id")->fetchColumn() > 0;
foreach ($ways as $name => [$pool, $way]) {
    $id = null;
    $coroutine = Async\spawn(function () use ($pool, $way, &$id) {
        $id = odbc_session($pool);
        $way();
    });
    odbc_wait_until(function () use (&$id) {
        return $id;
    });
    odbc_wait_until(fn() => $sleeping($id));
    $coroutine->cancel();
    /* Ten minutes too early for the server to find out by itself. */
    odbc_wait_until(fn() => !$sleeping($id));
    echo "$name: ", odbc_outcome($coroutine), "\n";
    odbc_wait_until(fn() => !odbc_has_session($watcher, $id));
}
/* The next one is not hit. */
for ($i = 0; $i < 20; $i++) {
    $db->query("SELECT $sleep(0.01)")->fetchAll();
}

/* While it waits for a place nothing runs. */
$holder = Async\spawn(function () use ($db, &$holds) {
    $holds = $db->beginTransaction();
    Async\delay(1000000);
});
odbc_wait_until(function () use (&$holds) {
    return $holds;
});
$waiter = Async\spawn(fn() => $db->exec($endless));
odbc_wait_until(fn() => $db->getPool()->getStats()['waiting'] == 1);
$waiter->cancel();
echo 'in line: ', odbc_outcome($waiter), "\n";
$holder->cancel();
odbc_outcome($holder);
odbc_wait_until(fn() => $db->getPool()->idleCount() == 1);
foreach ([$db, $rows] as $pool) {
    $stats = $pool->getPool()->getStats();
    echo "interrupted {$stats['destroyed']['interrupted']} of ", array_sum($stats['destroyed']), "\n";
}
?>
--EXPECT--
exec: Async\AsyncCancellation
query: Async\AsyncCancellation
prepared: Async\AsyncCancellation
transaction: Async\AsyncCancellation
fetch: Async\AsyncCancellation
in line: Async\AsyncCancellation
interrupted 4 of 4
interrupted 1 of 1
