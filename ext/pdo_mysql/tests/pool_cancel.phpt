--TEST--
A connection whose query was cancelled is closed, and nothing runs twice
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
$watcher->exec('DROP TABLE IF EXISTS pool_cancel');
$watcher->exec('CREATE TABLE pool_cancel (way VARCHAR(20))');
$db = mysql_pool(1);
foreach (['exec', 'query', 'native', 'unbuffered', 'commit'] as $way) {
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $way !== 'native');
    $db->setAttribute(Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, $way !== 'unbuffered');
    $before = run(fn() => mysql_id($db));
    $coroutine = Async\spawn(function () use ($db, $way, $before) {
        try {
            switch ($way) {
                case 'native':
                    $stmt = $db->prepare('INSERT INTO pool_cancel SELECT ? FROM (SELECT SLEEP(?)) s');
                    $stmt->execute([$way, 0]);
                    $stmt->execute([$way, 60]);
                    break;
                case 'unbuffered':
                    $stmt = $db->query('WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 300) SELECT REPEAT(\'x\', 20000), IF(n < 200, 0, SLEEP(60)) FROM s');
                    while ($stmt->fetch());
                    break;
                case 'commit':
                    $db->beginTransaction();
                    $db->exec("INSERT INTO pool_cancel VALUES ('rolled back')");
                    $db->exec('DO SLEEP(60)');
                    break;
                default:
                    $db->$way("INSERT INTO pool_cancel SELECT '$way' FROM (SELECT SLEEP(60)) s");
            }
        } catch (Throwable $e) {
            echo $way, ': ', get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
            unset($stmt);
            if ($db->inTransaction()) {
                $db->rollBack();
            }
            var_dump(mysql_id($db) !== $before);
        }
    });
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $before AND state = 'User sleep'");
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    var_dump(run(fn() => mysql_id($db)) !== $before);
    try {
        $watcher->exec("KILL $before");
    } catch (PDOException) {
        /* The server noticed itself. */
    }
}
mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE state = 'User sleep'");
print_r($watcher->query('SELECT way, COUNT(*) FROM pool_cancel GROUP BY way')->fetchAll(PDO::FETCH_KEY_PAIR));
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_cancel');
?>
--EXPECT--
exec: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
query: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
native: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
unbuffered: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
commit: Async\AsyncCancellation, previous: null
bool(true)
bool(true)
Array
(
    [native] => 1
)
