--TEST--
A native statement that is cancelled between the columns and the rows of its result can be freed
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
/* The server sends when it has 16384 bytes. Here that is in the middle of the packet between columns and rows: 26 bytes and
 * its name for each column, and 5 in front. */
function query_with_columns_of(int $bytes): string
{
    $count = 190;
    $names = $bytes - 5 - 26 * $count;
    $columns = [];
    for ($i = 0; $i < $count; $i++) {
        $length = intdiv($names, $count) + ($i < $names % $count ? 1 : 0);
        $columns[] = ($i ? '1' : 'SLEEP(1)') . ' AS ' . str_pad("c{$i}_", $length, 'x');
    }
    return 'SELECT ' . implode(', ', $columns);
}

$watcher = mysql_single();
$db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => false]);
foreach ([16370, 16376, 16380, 16384, 16390] as $bytes) {
    $coroutine = Async\spawn(function () use ($db, $bytes) {
        $stmt = $db->prepare(query_with_columns_of($bytes));
        $stmt->execute();
    });
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep'");
    $coroutine->cancel();
    Async\await_all([$coroutine]);
    if ($db->query('SELECT 42')->fetchColumn() != 42) {
        echo "mixed up\n";
    }
    mysql_wait_until($watcher, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE state = 'User sleep'");
}
echo "done\n";
?>
--EXPECT--
done
