--TEST--
ODBC pool: a statement that was prepared in another time zone, because its execution prepares it, is not kept
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
if (!odbc_is('postgres')) die('skip for PostgreSQL');
?>
--FILE--
<?php
/* The constant is read when the server prepares the text, in the time zone of that moment. */
require __DIR__ . '/pool.inc';
$db = odbc_pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);
$sql = "SELECT EXTRACT(EPOCH FROM TIMESTAMPTZ '2020-01-01 12:00')::bigint + ?::int";
$in = fn(callable $work) => Async\await(Async\spawn($work));
$ask = fn() => $in(function () use ($db, $sql) {
    $statement = $db->prepare($sql);
    $statement->execute([0]);
    return $statement->fetchColumn();
});
$plain = odbc_plain();
$right = $plain->query("SELECT EXTRACT(EPOCH FROM TIMESTAMPTZ '2020-01-01 12:00')::bigint")->fetchColumn();

$in(function () use ($db, $sql, $right) {
    $statement = $db->prepare($sql);
    $db->exec("SET TIME ZONE 'Asia/Tokyo'");
    $statement->execute([0]);
    echo 'its own time zone: ', $statement->fetchColumn() === $right ? 'no' : 'yes', "\n";
    unset($statement);
    $db->exec("SET TIME ZONE 'Pacific/Auckland'");
});
echo 'the next coroutine: ', $ask() === $right ? 'right' : 'wrong', "\n";
echo 'and the next: ', $ask() === $right ? 'right' : 'wrong', "\n";
echo json_encode($db->getPool()->getStats()['stmt_cache']), ', connections ', $db->getPool()->getStats()['created'], "\n";
?>
--EXPECT--
its own time zone: yes
the next coroutine: right
and the next: right
{"hits":1,"misses":2,"evicted":0}, connections 1
