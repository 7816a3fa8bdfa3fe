--TEST--
The error of a lost connection reaches its coroutine, whatever others do while the connection is closed
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
$done = false;
/* Each question puts its own answer where PDO looks for errors. */
$other = Async\spawn(function () use ($db, &$done) {
    while (!$done) {
        $db->errorCode();
        Async\suspend();
    }
});
foreach ([
    'exec' => fn() => $db->exec('DO 1'),
    'query' => fn() => $db->query('SELECT 1'),
    'prepare' => fn() => $db->prepare('SELECT ?'),
    'commit' => fn() => $db->commit(),
] as $call => $do) {
    echo $call, ': ', run(function () use ($db, $watcher, $do) {
        $db->beginTransaction();
        $id = mysql_id($db);
        $watcher->exec("KILL $id");
        mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE id = $id");
        try {
            $do();
            return 'no error';
        } catch (PDOException $e) {
            return "{$e->errorInfo[0]}, now {$db->errorInfo()[0]}";
        }
    }), "\n";
}
$done = true;
Async\await($other);
?>
--EXPECT--
exec: HY000, now HY000
query: HY000, now HY000
prepare: HY000, now HY000
commit: 08007, now 08007
