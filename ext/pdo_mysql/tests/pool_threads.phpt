--TEST--
Calls of the C client library wait for a free thread, as many as async.threadpool_size says; mysqlnd needs none
--EXTENSIONS--
pdo_mysql
async
--INI--
async.threadpool_size=3
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = mysql_single();
$db = mysql_pool(8);
$lock = 'pool_threads_' . getmypid();
$watcher->query("SELECT GET_LOCK('$lock', 0)")->fetchAll();
$coroutines = [];
for ($i = 0; $i < 8; $i++) {
    $coroutines[] = Async\spawn(fn() => $db->query("SELECT $i, GET_LOCK('$lock', 60), RELEASE_LOCK('$lock')")->fetch(PDO::FETCH_NUM));
}
$expected = MySQLPDOTest::isPDOMySQLnd() ? 8 : 3;
$count = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%, GET_LOCK(\'$lock\', 60)%' AND id <> CONNECTION_ID()";
mysql_wait_until($watcher, "SELECT ($count) = $expected");
/* Time enough for more of them, if there were threads for them. */
Async\delay(100);
var_dump((int) $watcher->query($count)->fetchColumn() === $expected);
$watcher->query("SELECT RELEASE_LOCK('$lock')")->fetchAll();
foreach (Async\await_all_or_fail($coroutines) as $i => $row) {
    if ($row != [$i, 1, 1]) {
        var_dump($i, $row);
    }
}
echo "all of them have run\n";
?>
--EXPECT--
bool(true)
all of them have run
