--TEST--
When the server has too many prepared statements (1461), the cache gives its own up, and then does without
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
$db = MySQLPDOTest::factory();
try {
    $db->exec('SET GLOBAL max_prepared_stmt_count = @@GLOBAL.max_prepared_stmt_count');
} catch (PDOException) {
    die('skip the limit of the server cannot be changed');
}
?>
--CONFLICTS--
all
--FILE--
<?php
/* The limit is for all sessions together. */
require __DIR__ . '/pool.inc';

$watcher = mysql_single();
$limit = (int) $watcher->query('SELECT @@GLOBAL.max_prepared_stmt_count')->fetchColumn();
register_shutdown_function(fn() => $watcher->exec("SET GLOBAL max_prepared_stmt_count = $limit"));
$on_server = fn() => (int) $watcher->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetchColumn(1);
$allow_no_more = fn() => $watcher->exec('SET GLOBAL max_prepared_stmt_count = ' . $on_server());
$options = [PDO::ATTR_POOL_STMT_CACHE_SIZE => 5, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => true];
$ask = fn(PDO $db, string $sql, array $values = []) => (function () use ($db, $sql, $values) {
    try {
        $stmt = $db->prepare($sql);
        $stmt->execute($values);
        return $stmt->fetchColumn();
    } catch (PDOException $e) {
        return $e->errorInfo[1];
    }
})();
$stats = fn(PDO $db) => json_encode($db->getPool()->getStats()['stmt_cache']);

echo "its own\n";
$db = mysql_pool(2, $options);
run(function () use ($db, $ask) {
    foreach ([1, 2, 3] as $n) {
        echo $ask($db, "SELECT $n + ?", [10]), ' ';
    }
    echo "\n";
});
$allow_no_more();
echo 'an ordinary handle: ', $ask(mysql_single([PDO::ATTR_EMULATE_PREPARES => false]), 'SELECT ?', [1]), "\n";
echo run(fn() => $ask($db, 'SELECT 4 + ?', [10])), ' ', $stats($db), "\n";

echo "those of another connection\n";
$watcher->exec("SET GLOBAL max_prepared_stmt_count = $limit");
$db->beginTransaction();
foreach ([5, 6, 7] as $n) {
    echo $ask($db, "SELECT $n + ?", [10]), ' ';
}
$allow_no_more();
echo run(function () use ($db, $ask) {
    $db->beginTransaction();
    $answers = [$ask($db, 'SELECT 8 + ?', [10]), $ask($db, 'SELECT 9 + :n', ['n' => 10]), $ask($db, 'SELECT 8 + ?', [20])];
    $db->commit();
    return implode(' ', $answers);
}), "\n";
$db->commit();

echo "without a cache\n";
$other = mysql_pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 0] + $options);
$allow_no_more();
echo $ask($other, 'SELECT ?', [1]), "\n";

echo "when there is room again\n";
$watcher->exec("SET GLOBAL max_prepared_stmt_count = $limit");
echo $ask($other, 'SELECT ?', [1]), ' ', run(fn() => $ask($db, 'SELECT 8 + ?', [30])), "\n";
?>
--EXPECT--
its own
11 12 13 
an ordinary handle: 1461
14 {"hits":0,"misses":4,"evicted":0}
those of another connection
15 16 17 18 19 28
without a cache
1461
when there is room again
1 38
