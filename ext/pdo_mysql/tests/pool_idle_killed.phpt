--TEST--
A connection that the server closes while it is idle is not given out, and leaves the pool without being asked for
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
$db = mysql_pool();
$kill = function (int $id) use ($watcher) {
    $watcher->exec("KILL $id");
    mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE id = $id");
    /* The pool trusts a connection that became idle less than a millisecond ago. */
    Async\delay(2);
};
$first = run(fn() => mysql_id($db));
$kill($first);
var_dump(run(fn() => mysql_id($db)) !== $first);

/* While others wait for something else, the pool notices by itself. */
$second = run(fn() => mysql_id($db));
var_dump($db->getPool()->idleCount());
$watcher->exec("KILL $second");
while ($db->getPool()->idleCount() > 0) {
    Async\delay(1);
}
var_dump($db->getPool()->getStats()['destroyed']['lost'] > 0);

/* The main script, too. */
$mine = mysql_id($db);
$kill($mine);
var_dump(mysql_id($db) !== $mine);

/* In use, it is an error, and the next call gets another. */
$stmt = $db->query('SELECT CONNECTION_ID()');
$mine = (int) $stmt->fetchColumn();
$kill($mine);
try {
    @$db->query('SELECT 1');
    echo "no error\n";
} catch (PDOException $e) {
    var_dump(in_array($e->errorInfo[1], [2006, 2013, 1927]));
}
$stmt = null;
var_dump(mysql_id($db) !== $mine);
?>
--EXPECT--
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
