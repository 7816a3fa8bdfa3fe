--TEST--
ODBC pool: rows are fetched while their coroutine is cancelled, at whatever moment
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
/* SQLCancel() of MariaDB's driver frees the result that another thread fetches. */
require __DIR__ . '/pool.inc';
$db = odbc_pool(1);
odbc_table($db, 'pool_cancel_fetch', 'a INTEGER, b VARCHAR(50)');
for ($i = 0; $i < 100; $i++) {
    $db->exec("INSERT INTO pool_cancel_fetch VALUES ($i, 'row $i')");
}
$cancelled = 0;
for ($i = 0; $i < 60; $i++) {
    $rows = 0;
    $coroutine = Async\spawn(function () use ($db, &$rows) {
        $all = $db->query('SELECT a.a, a.b FROM pool_cancel_fetch a, pool_cancel_fetch b');
        while ($all->fetch()) {
            $rows++;
        }
    });
    $limit = $i * 150;
    odbc_wait_until(function () use (&$rows, $limit) {
        return $rows >= min($limit, 9000);
    });
    $coroutine->cancel();
    $cancelled += odbc_outcome($coroutine) === Async\AsyncCancellation::class ? 1 : 0;
}
var_dump($cancelled > 0);
echo $db->query('SELECT COUNT(*) FROM pool_cancel_fetch')->fetchColumn(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
odbc_plain()->exec('DROP TABLE IF EXISTS pool_cancel_fetch');
?>
--EXPECT--
bool(true)
100
