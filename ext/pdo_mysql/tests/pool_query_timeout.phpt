--TEST--
The time limit of a query covers rows that are still coming, all of them in fetchAll(), and further results
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
$watcher->exec('DROP TABLE IF EXISTS pool_query_timeout');
$watcher->exec('CREATE TABLE pool_query_timeout (id INT)');
$watcher->exec('INSERT INTO pool_query_timeout VALUES ' . implode(', ', array_map(fn($n) => "($n)", range(1, 20))));
/* Each row is sent at once: it fills the server's buffer. */
$rows = fn(string $sleep) => "SELECT id, $sleep, REPEAT('x', 100000) FROM pool_query_timeout";
$db = mysql_pool(1, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_POOL_QUERY_TIMEOUT => 1500]);
$ways = [
    'fetch' => function () use ($db, $rows) {
        $statement = $db->query($rows('SLEEP(IF(id = 3, 60, 0))'));
        while ($row = $statement->fetch()) {
            echo "row $row[id], ";
        }
    },
    /* Each row comes in time, all of them together do not. */
    'fetchAll' => fn() => print(count($db->query($rows('SLEEP(0.3)'))->fetchAll())),
    'nextRowset' => function () use ($db) {
        $statement = $db->query('SELECT 1; SELECT SLEEP(60)');
        $statement->fetchAll();
        print($statement->nextRowset());
        $statement->fetchAll();
    },
    'next rows' => function () use ($db, $rows) {
        $statement = $db->query($rows('SLEEP(0.3)'));
        while ($row = $statement->fetch()) {
            if ($row['id'] == 8) {
                echo "row $row[id]\n";
                $statement->closeCursor();
                break;
            }
        }
    },
];
$sessions = fn($condition) => (int) $watcher->query('SELECT COUNT(*) FROM information_schema.processlist '
    . "WHERE $condition")->fetchColumn();
foreach ($ways as $name => $way) {
    Async\await(Async\spawn(function () use ($db, $name, $way, $sessions) {
        $id = $db->query('SELECT CONNECTION_ID()')->fetchAll()[0][0];
        echo "$name: ";
        try {
            $way();
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
        while ($sessions("id = $id")) {
            Async\delay(1);
        }
    }));
}
$watcher->exec('DROP TABLE pool_query_timeout');
$stats = $db->getPool()->getStats();
echo "interrupted {$stats['destroyed']['interrupted']}, query_timeouts $stats[query_timeouts], active $stats[active]\n";
?>
--EXPECT--
fetch: row 1, row 2, SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1500 ms)
fetchAll: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1500 ms)
nextRowset: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1500 ms)
next rows: row 8
SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1500 ms)
interrupted 4, query_timeouts 4, active 0
