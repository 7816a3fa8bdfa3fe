--TEST--
ODBC pool: a connection that the server has closed is not given out again
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
$db = odbc_pool();
$session = fn() => odbc_session($db);

/* While it was in use: an error, and the next call gets another. */
$statement = $db->prepare('SELECT 1');
$mine = odbc_session($db);
odbc_kill($watcher, $mine);
try {
    $db->query('SELECT 1');
    echo "no error\n";
} catch (PDOException $e) {
    echo get_class($e), "\n";
}
$statement = null;
var_dump($session() !== $mine);

/* While it was idle: nobody who comes after a second, when the pool asks the server, notices. */
$first = Async\await(Async\spawn($session));
odbc_kill($watcher, $first);
Async\delay(1100);
$second = Async\await(Async\spawn($session));
var_dump($first !== $second);

/* Who comes earlier gets an error, whatever the driver calls it, and the next one another connection. */
odbc_kill($watcher, $second);
echo odbc_outcome(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $db->query('SELECT 1');
})), "\n";
var_dump(Async\await(Async\spawn($session)) !== $second);
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active]\n";
?>
--EXPECT--
PDOException
bool(true)
bool(true)
PDOException
bool(true)
idle 1, active 0
