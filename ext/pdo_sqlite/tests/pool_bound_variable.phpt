--TEST--
PDO SQLite pool: a bound variable may change while the statement waits for a lock, or has rows left
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_bound_variable.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$db->exec('CREATE TABLE t (value)');

/* Takes the memory that the last value of the variable had. */
function overwrite(&$variable): array
{
    $variable = 'new';
    return array_map(fn() => str_repeat('!', 60), range(1, 50));
}

foreach ([PDO::PARAM_STR, PDO::PARAM_LOB] as $type) {
    $value = str_repeat('a', 60);
    $is_ready = false;
    $db->exec('BEGIN IMMEDIATE');
    $insert = Async\spawn(function () use ($db, &$value, $type, &$is_ready) {
        $statement = $db->prepare('INSERT INTO t VALUES (?)');
        $statement->bindParam(1, $value, $type);
        $is_ready = true;
        $statement->execute();
        /* The next execution has the value of then. */
        $statement->execute();
    });
    while (!$is_ready || !$insert->isSuspended()) {
        Async\suspend();
    }
    $taken = overwrite($value);
    $db->exec('COMMIT');
    Async\await($insert);
}
print_r($db->query('SELECT CAST(value AS TEXT) FROM t')->fetchAll(PDO::FETCH_COLUMN));

$value = str_repeat('a', 60);
$statement = $db->prepare('SELECT ? || value FROM t');
$statement->bindParam(1, $value);
$statement->execute();
$taken = overwrite($value);
echo implode("\n", array_unique(array_map(fn($row) => substr($row, 0, 60), $statement->fetchAll(PDO::FETCH_COLUMN)))), "\n";
?>
--EXPECT--
Array
(
    [0] => aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    [1] => new
    [2] => aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    [3] => new
)
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_bound_variable.db' . $suffix);
}
?>
