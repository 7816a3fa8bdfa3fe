--TEST--
Coroutines with a connection each wait for the server at the same time
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

/* Each way of running a statement waits here for a lock that another coroutine holds and
 * gives back only later: a thread that blocked would wait for ever. */
$ways = [
    'exec' => fn(PDO $db, int $key) => $db->exec("SELECT pg_advisory_lock($key)"),
    'query' => fn(PDO $db, int $key) => $db->query("SELECT pg_advisory_lock($key)")->fetchAll(),
    'prepare' => fn(PDO $db, int $key) => $db->prepare('SELECT pg_advisory_lock(?)')->execute([$key]),
    'emulated' => function (PDO $db, int $key) {
        $stmt = $db->prepare('SELECT pg_advisory_lock(?)', [PDO::ATTR_EMULATE_PREPARES => true]);
        $stmt->bindValue(1, $key, PDO::PARAM_INT);
        $stmt->execute();
    },
    'without prepares' => fn(PDO $db, int $key) =>
        $db->prepare('SELECT pg_advisory_lock(?)', [PDO::PGSQL_ATTR_DISABLE_PREPARES => true])->execute([$key]),
];
[$watcher, $other] = [pgsql_connect(), pgsql_connect()];
$key = pgsql_lock_key();
foreach ($ways as $name => $way) {
    /* The server takes a while to end a session and its locks. */
    $key++;
    $locks = "SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $key AND";
    $holder = Async\spawn(function () use ($key, $watcher, $locks) {
        $db = pgsql_connect();
        $db->exec("SELECT pg_advisory_lock($key)");
        pgsql_wait_until($watcher, "$locks NOT granted");
        $db->exec("SELECT pg_advisory_unlock($key)");
    });
    $waiter = Async\spawn(function () use ($way, $key, $other, $locks) {
        pgsql_wait_until($other, "$locks granted");
        $way(pgsql_connect(), $key);
    });
    Async\await($waiter);
    Async\await($holder);
    echo "$name: overlapped\n";
}
?>
--EXPECT--
exec: overlapped
query: overlapped
prepare: overlapped
emulated: overlapped
without prepares: overlapped
