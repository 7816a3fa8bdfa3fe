--TEST--
ODBC pool: the error of a lost connection reaches its coroutine, whatever others do while the connection is closed
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$watcher = odbc_plain();
$db = odbc_pool(1);
$done = false;
/* Each question puts its own answer where PDO looks for errors. */
$other = Async\spawn(function () use ($db, &$done) {
    while (!$done) {
        $db->errorCode();
        Async\suspend();
    }
});
foreach ([
    'exec' => fn() => $db->exec('DELETE FROM no_such_table'),
    'query' => fn() => $db->query('SELECT 1'),
    'commit' => fn() => $db->commit(),
] as $call => $do) {
    $outcome = Async\await(Async\spawn(function () use ($db, $watcher, $do) {
        $db->beginTransaction();
        odbc_kill($watcher, odbc_session($db));
        try {
            $do();
            return 'no error';
        } catch (PDOException $e) {
            return $e->errorInfo[0] === $db->errorInfo()[0] ? 'one error' : "{$e->errorInfo[0]}, now {$db->errorInfo()[0]}";
        }
    }));
    echo $call, ': ', $outcome, "\n";
}
$done = true;
Async\await($other);
?>
--EXPECT--
exec: one error
query: one error
commit: one error
