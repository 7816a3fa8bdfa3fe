--TEST--
A call that is cancelled a second time while it is being interrupted was cancelled: its connection is not lost
--DESCRIPTION--
The first cancellation was thrown, and the last one asked for: the connection counted as lost, which makes the pool doubt
its server.
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
require __DIR__ . '/../../async/tests/settle.inc';

$watcher = mysql_single();
$db = mysql_pool(1);
for ($i = 0; $i < 5; $i++) {
    $id = run(fn() => mysql_id($db));
    $query = Async\spawn(fn() => $db->query('SELECT SLEEP(60)')->fetchColumn());
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id AND info LIKE '%SLEEP(60)'");
    $query->cancel();
    Async\suspend();
    $query->cancel(new Async\AsyncCancellation('again'));
    try {
        Async\await($query);
    } catch (Async\AsyncCancellation) {
        $outcomes[] = 'cancelled';
    }
    unset($query);
}
$destroyed = $db->getPool()->getStats()['destroyed'];
var_dump(array_unique($outcomes), $destroyed['lost']);
echo run(fn() => $db->query('SELECT 42')->fetchColumn()), "\n";
?>
--EXPECT--
array(1) {
  [0]=>
  string(9) "cancelled"
}
int(0)
42
