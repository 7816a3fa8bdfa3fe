--TEST--
ODBC pool: a long value whose connection is lost while it is read is an error, not its beginning
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
/* The driver for PostgreSQL would cut it off. */
const LENGTH = 300000;
$dsn = (getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN')) . ';MaxLongVarcharSize=' . LENGTH;
$watcher = odbc_plain();

/* Longer than what is read ahead with a row: the driver is asked for the rest. */
$read = function (?callable $between) use ($dsn) {
    $db = odbc_make([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1], $dsn);
    $row = $db->query("SELECT REPEAT('x', " . LENGTH . ') AS value')->fetch(PDO::FETCH_LAZY);
    if ($between) {
        $between($db);
    }
    return strlen($row->value ?? '');
};
$lose = function (PDO $db) use ($watcher) {
    odbc_kill($watcher, odbc_session($db));
    try {
        $db->exec('DELETE FROM no_such_table');
    } catch (PDOException) {
        echo 'found out', "\n";
    }
};
foreach ([$read, fn(...$arguments) => Async\await(Async\spawn($read, ...$arguments))] as $run) {
    echo $run(null), "\n";
    try {
        $length = $run($lose);
        echo $length === LENGTH ? 'all or an error' : "$length bytes", "\n";
    } catch (PDOException $e) {
        echo strlen($e->getCode()) === 5 ? 'all or an error' : $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
300000
found out
all or an error
300000
found out
all or an error
