--TEST--
PDO SQLite pool: a blob that is closed while it waits for the pool, or while its connection is in a call
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_blob_closed.db';
@unlink($file);
$db = new Pdo\Sqlite("sqlite:$file", null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20000]);
$db->exec('CREATE TABLE t (a BLOB)');
$db->exec("INSERT INTO t VALUES ('twelve bytes')");
error_reporting(0);

/* The roll-back of what its coroutine has left is due. */
foreach ([fn($stream) => fread($stream, 4), fn($stream) => fwrite($stream, 'four')] as $use) {
    $stream = Async\await(Async\spawn(function () use ($db) {
        $db->beginTransaction();
        $db->exec("UPDATE t SET a = 'other  bytes'");
        return $db->openBlob('t', 'a', 1, 'main', Pdo\Sqlite::OPEN_READWRITE);
    }));
    $closes = Async\spawn(fn() => fclose($stream));
    try {
        $use($stream);
    } catch (TypeError) {
    }
    echo json_encode(Async\await($closes)), ' ', get_resource_type($stream), "\n";
}
echo $db->query('SELECT a FROM t')->fetchColumn(), "\n";

$db->createFunction('nap', function () {
    Async\delay(20);
    return 5;
});
$stream = null;
$call = Async\spawn(function () use ($db, &$stream) {
    $stream = $db->openBlob('t', 'a', 1);
    return $db->query('SELECT nap()')->fetchColumn();
});
while (!$stream) {
    Async\suspend();
}
Async\delay(5);
Async\await(Async\spawn(fn() => fclose($stream)));
echo Async\await($call), "\n";
unset($call);
echo $db->query('SELECT 7')->fetchColumn(), "\n";
?>
--EXPECT--
true Unknown
true Unknown
twelve bytes
5
7
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . "/pool_blob_closed.db$suffix");
}
?>
