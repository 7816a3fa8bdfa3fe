--TEST--
Kept statements go with their connection: cancelled, killed, forked, closed
--EXTENSIONS--
pdo_mysql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/pool.inc';
$watcher = mysql_single();
$db = mysql_pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10, PDO::ATTR_EMULATE_PREPARES => false]);
$work = function (int $seconds) use ($db) {
    $stmt = $db->prepare('SELECT SLEEP(?), 1 AS one');
    $stmt->execute([$seconds]);
    return $stmt->fetch(PDO::FETCH_ASSOC)['one'];
};
$stats = fn() => json_encode($db->getPool()->getStats()['stmt_cache']);
$id = fn() => mysql_id($db);

echo "cancelled\n";
$first = run($id);
echo run(fn() => $work(0)), ' ', $stats(), "\n";
$coroutine = Async\spawn($work, 60);
mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = $first AND STATE = 'User sleep'");
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$coroutine = null;
var_dump(($second = run($id)) !== $first);
echo run(fn() => $work(0)), ' ', $stats(), "\n";

echo "killed\n";
$watcher->exec("KILL $second");
mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.PROCESSLIST WHERE ID = $second");
$third = null;
while ($third === null) {
    try {
        $third = run($id);
    } catch (PDOException) {
    }
}
echo run(fn() => $work(0)), "\n";
$stmt = $db->prepare('SELECT 5 AS five');
$stmt->execute();
$stmt->fetchAll();
$watcher->exec("KILL $third");
mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.PROCESSLIST WHERE ID = $third");
try {
    $stmt->execute();
} catch (PDOException $e) {
    echo "lost\n";
}
unset($stmt, $e);
echo run(fn() => $work(0)), "\n";
$fourth = run($id);

echo "forked\n";
$stmt = $db->prepare('SELECT 4711');
$stmt->execute();
$child = pcntl_fork();
if ($child === 0) {
    unset($stmt);
    echo $work(0), ' ', $id() !== $fourth ? "child: has its own\n" : "child: has its parent's\n";
    $work = $stats = $id = null;
    unset($db);
    exit(0);
}
pcntl_waitpid($child, $status);
echo pcntl_wexitstatus($status), ' ', $stmt->fetchColumn(), "\n";
unset($stmt);
$before = $db->getPool()->getStats()['stmt_cache']['hits'];
echo $db->query('SELECT 4711')->fetchColumn(), ' ', $work(0), ' ', $id() === $fourth ? 'same' : 'another',
    ' ', $db->getPool()->getStats()['stmt_cache']['hits'] - $before, "\n";

echo "the object goes first\n";
$stmt = $db->prepare('SELECT 4712');
$stmt->execute();
$work = $stats = $id = null;
unset($db);
echo $stmt->fetchColumn(), "\n";
unset($stmt);
echo "end\n";
?>
--EXPECT--
cancelled
1 {"hits":0,"misses":2,"evicted":0}
cancelled
bool(true)
1 {"hits":1,"misses":4,"evicted":0}
killed
1
lost
1
forked
1 child: has its own
0 4711
4711 1 same 3
the object goes first
4712
end
