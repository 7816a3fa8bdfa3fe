--TEST--
Cancelling a coroutine ends its query on the server, also in a transaction and an unbuffered result
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

$watcher = mysql_single();
$db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => false]);
$unbuffered = mysql_pool(1, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$ways = [
    'exec' => [$db, fn() => $db->exec('DO SLEEP(600)')],
    'query' => [$db, fn() => $db->query('SELECT SLEEP(600)')],
    'prepared' => [$db, fn() => $db->prepare('SELECT SLEEP(?)')->execute([600])],
    'transaction' => [$db, fn() => $db->beginTransaction() && $db->exec('DO SLEEP(600)')],
    'fetch' => [$unbuffered, function () use ($unbuffered) {
        $statement = $unbuffered->query("SELECT n, SLEEP(IF(n = 2, 600, 0)), REPEAT('x', 100000) FROM "
            . '(SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) s');
        while ($statement->fetch()) {
        }
    }],
    'unbuffered' => [$unbuffered, fn() => $unbuffered->query('SELECT SLEEP(600)')],
];
$sessions = fn($condition) => (int) $watcher->query('SELECT COUNT(*) FROM information_schema.processlist '
    . "WHERE $condition")->fetchColumn();
foreach ($ways as $name => [$pool, $way]) {
    $id = null;
    $coroutine = Async\spawn(function () use ($pool, $way, &$id) {
        $id = $pool->query('SELECT CONNECTION_ID()')->fetchAll()[0][0];
        $way();
    });
    while (!$id) {
        Async\suspend();
    }
    while (!$sessions("id = $id AND info LIKE '%SLEEP%'")) {
        Async\delay(1);
    }
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    /* Ten minutes too early for the server to find out by itself. */
    while ($sessions("id = $id")) {
        Async\delay(1);
    }
    echo "$name: ended\n";
}
/* The connections that said so are gone, too, and had no place in the pool. */
$stats = $db->getPool()->getStats();
echo 'interrupted ', $stats['destroyed']['interrupted'], ', created ', $stats['created'], ', active ', $stats['active'], "\n";
?>
--EXPECT--
exec: ended
query: ended
prepared: ended
transaction: ended
fetch: ended
unbuffered: ended
interrupted 4, created 4, active 0
