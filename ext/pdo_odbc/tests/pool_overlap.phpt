--TEST--
ODBC pool: 20 coroutines are in 20 queries at once, and cancelling them ends the queries on the server
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server that could be asked' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = odbc_plain();
$db = odbc_pool(20);
$query = odbc_endless();
$coroutines = [];
for ($i = 0; $i < 20; $i++) {
    $coroutines[] = Async\spawn(fn() => $db->query($query));
}
odbc_wait_until(fn() => odbc_count_endless($watcher) === 20);
echo "20 at once\n";
foreach ($coroutines as $coroutine) {
    $coroutine->cancel();
}
echo implode(' ', array_unique(array_map('odbc_outcome', $coroutines))), "\n";
odbc_wait_until(fn() => odbc_count_endless($watcher) === 0 && $db->getPool()->activeCount() === 0);
odbc_counts($db);
?>
--EXPECT--
20 at once
Async\AsyncCancellation
idle 0, active 0, created 20, destroyed 20
