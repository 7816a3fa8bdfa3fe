--TEST--
The time limit of a query covers COPY, cursors and the end of a transaction
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
$watcher->exec('DROP TABLE IF EXISTS query_timeout');
$watcher->exec('CREATE TABLE query_timeout (id INT UNIQUE DEFERRABLE INITIALLY DEFERRED)');
$watcher->exec('CREATE OR REPLACE FUNCTION query_timeout_sleep() RETURNS trigger LANGUAGE plpgsql AS '
    . "'BEGIN PERFORM pg_sleep(60); RETURN NULL; END'");
$watcher->exec('CREATE CONSTRAINT TRIGGER query_timeout_late AFTER INSERT ON query_timeout DEFERRABLE '
    . 'INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION query_timeout_sleep()');
$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_QUERY_TIMEOUT => 600], class: Pdo\Pgsql::class);
$ways = [
    'copyToArray' => fn() => $db->copyToArray('(SELECT pg_sleep(60))'),
    'copyFromArray' => fn() => $db->copyFromArray('query_timeout', ["1\n"]),
    'scrollable' => fn() => $db->prepare('SELECT pg_sleep(60)', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL])->execute(),
    'rows of a cursor' => function () use ($db) {
        $statement = $db->prepare('SELECT pg_sleep(CASE n WHEN 3 THEN 60 ELSE 0 END), n FROM generate_series(1, 5) n',
            [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $statement->execute();
        while ($row = $statement->fetch()) {
            echo "row $row[n], ";
        }
    },
    'commit' => function () use ($db) {
        $db->beginTransaction();
        $db->exec('INSERT INTO query_timeout VALUES (1)');
        $db->commit();
    },
    'silent COPY' => function () use ($db) {
        $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
        var_dump($db->copyToArray('(SELECT pg_sleep(60))'));
        echo '  ', implode(' ', $db->errorInfo()), "\n";
    },
];
foreach ($ways as $name => $way) {
    Async\await(Async\spawn(function () use ($db, $watcher, $name, $way) {
        $pid = $db->query('SELECT pg_backend_pid()')->fetchColumn();
        echo "$name: ";
        try {
            $way();
        } catch (PDOException $e) {
            echo $e->getCode(), ' ', $e->getMessage(), "\n";
        }
        pgsql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM pg_stat_activity WHERE pid = $pid");
        if ($db->inTransaction()) {
            echo "  in a transaction\n";
            $db->rollBack();
        }
    }));
}
echo 'rows ', $watcher->query('SELECT COUNT(*) FROM query_timeout')->fetchColumn(), "\n";
$watcher->exec('DROP TABLE query_timeout');
$watcher->exec('DROP FUNCTION query_timeout_sleep');
$stats = $db->getPool()->getStats();
echo "interrupted {$stats['destroyed']['interrupted']}, query_timeouts $stats[query_timeouts], active $stats[active]\n";
?>
--EXPECT--
copyToArray: HYT00 SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
copyFromArray: HYT00 SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
scrollable: HYT00 SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
rows of a cursor: HYT00 SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
commit: HYT00 SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
silent COPY: bool(false)
  HYT00 0 The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
rows 0
interrupted 6, query_timeouts 6, active 0
