--TEST--
A call that is cancelled before a thread had taken it, and whose time is over when that is done, ends once
--EXTENSIONS--
pdo_mysql
async
--INI--
async.threadpool_size=1
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (MySQLPDOTest::isPDOMySQLnd()) die('skip mysqlnd uses no threads');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../../async/tests/settle.inc';

const LIMIT_MS = 300;
$busy = mysql_pool(1);
$db = mysql_pool(1, [PDO::ATTR_POOL_QUERY_TIMEOUT => LIMIT_MS]);
run(fn() => [mysql_id($busy), mysql_id($db)]);

for ($i = 0; $i < 3; $i++) {
    $before = run(fn() => mysql_id($db));
    /* The only thread is in use: the call waits for it. */
    $sleeper = Async\spawn(fn() => $busy->query('SELECT SLEEP(1)')->fetchColumn());
    until(fn() => $busy->getPool()->activeCount() === 1);
    $queued = Async\spawn(fn() => $db->query('SELECT 1')->fetchColumn());
    until(fn() => $db->getPool()->activeCount() === 1);
    $begin = hrtime(true);
    settle();
    $queued->cancel();
    settle();
    /* The loop hears of both at the same time. */
    while (hrtime(true) - $begin < (LIMIT_MS + 20) * 1_000_000);
    try {
        Async\await($queued);
    } catch (Async\AsyncCancellation|PDOException $e) {
        echo $e instanceof PDOException ? $e->getCode() : 'cancelled', "\n";
    }
    /* What lay on its stack is overwritten. */
    run(fn() => array_map(fn($n) => str_repeat('x', $n), range(1, 50)));
    echo Async\await($sleeper), "\n";
    unset($queued, $sleeper, $e);
}
echo run(fn() => $db->query('SELECT 42')->fetchColumn()), "\n";
?>
--EXPECT--
cancelled
0
cancelled
0
cancelled
0
42
