--TEST--
Queries of twenty coroutines are on the server at the same time
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
$db = mysql_pool(20);
$release = 'pool_overlap_' . getmypid();
$watcher->query("SELECT GET_LOCK('$release', 0)")->fetchAll();

/* Each waits on the server until all of them do. */
$coroutines = [];
for ($i = 0; $i < 20; $i++) {
    $coroutines[] = Async\spawn(fn() => $db->query("SELECT $i, GET_LOCK('$release', 60), RELEASE_LOCK('$release')")->fetch(PDO::FETCH_NUM));
}
mysql_wait_until($watcher, "SELECT COUNT(*) = 20 FROM information_schema.processlist WHERE info LIKE '%, GET_LOCK(\'$release\', 60)%' AND id <> CONNECTION_ID()");
echo "all of them run\n";
$watcher->query("SELECT RELEASE_LOCK('$release')")->fetchAll();
foreach (Async\await_all_or_fail($coroutines) as $i => $row) {
    if ($row != [$i, 1, 1]) {
        var_dump($i, $row);
    }
}

/* Sleeps of the server, too: the shortest ends first, whatever the order in which they began. */
$order = [];
$coroutines = [];
foreach (range(20, 1) as $n) {
    $coroutines[] = Async\spawn(function () use ($db, $n, &$order) {
        $db->query('SELECT SLEEP(' . ($n === 20 ? 1 : 0.2) . ')')->fetchAll();
        $order[] = $n;
    });
}
Async\await_all_or_fail($coroutines);
var_dump(count($order), end($order));
var_dump($db->getPool()->count());
?>
--EXPECT--
all of them run
int(20)
int(20)
int(20)
