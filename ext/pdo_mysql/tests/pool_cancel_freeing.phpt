--TEST--
A connection that is given up because closeCursor() or the end of a statement was cancelled was interrupted, not lost
--DESCRIPTION--
It was not closed at once when another statement had been made on it: the next call found it, and it counted as lost,
which makes the pool doubt its server.
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
/* Some rows come at once, the others much later. */
const ROWS = "WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 300) SELECT REPEAT('x', 20000), IF(n < 200, 0, SLEEP(60)) FROM s";

function interrupt(PDO $watcher, string $way, bool $emulate, bool $in_transaction): void
{
    $db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulate, Pdo\Mysql::ATTR_USE_BUFFERED_QUERY => false]);
    $is_freeing = false;
    $coroutine = Async\spawn(function () use ($db, $way, $in_transaction, &$is_freeing) {
        $in_transaction && $db->beginTransaction();
        $other = $db->prepare('SELECT 1');
        $rows = $db->prepare(ROWS);
        $rows->execute();
        $rows->fetch();
        try {
            $is_freeing = true;
            if ($way === 'closeCursor') {
                $rows->closeCursor();
            } else {
                unset($rows);
            }
        } catch (Async\AsyncCancellation) {
            echo 'cancelled';
        }
        echo ', ', json_encode($db->getPool()->getStats()['destroyed']['interrupted']), ' interrupted';
        unset($rows);
        if ($db->inTransaction()) {
            echo ', in a transaction';
            try {
                $db->commit();
            } catch (PDOException $e) {
                echo ' that ', $e->getCode(), ' ended';
            }
        }
        echo ', ', $db->query('SELECT 42')->fetchColumn(), "\n";
    });
    while (!$is_freeing) {
        Async\delay(1);
    }
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep'");
    echo $way, $emulate ? ' of text: ' : ' of a prepared statement: ';
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    $lost = $db->getPool()->getStats()['destroyed']['lost'];
    $lost === 0 || var_dump($lost);
    unset($coroutine, $db);
    mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE state = 'User sleep'");
}

foreach ([true, false] as $emulate) {
    foreach (['closeCursor', 'unset'] as $way) {
        interrupt($watcher, $way, $emulate, false);
        interrupt($watcher, $way, $emulate, true);
    }
}
?>
--EXPECT--
closeCursor of text: cancelled, 1 interrupted, 42
closeCursor of text: cancelled, 1 interrupted, in a transaction that 08007 ended, 42
unset of text: cancelled, 1 interrupted, 42
unset of text: cancelled, 1 interrupted, in a transaction that 08007 ended, 42
closeCursor of a prepared statement: cancelled, 1 interrupted, 42
closeCursor of a prepared statement: cancelled, 1 interrupted, in a transaction that 08007 ended, 42
unset of a prepared statement: cancelled, 1 interrupted, 42
unset of a prepared statement: cancelled, 1 interrupted, in a transaction that 08007 ended, 42
