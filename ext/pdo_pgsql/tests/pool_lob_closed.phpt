--TEST--
A large object that is closed while another coroutine reads it, or that outlives its transaction, harms nobody
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

function run(Closure $task): mixed
{
    return Async\await(Async\spawn($task));
}

$db = pgsql_pool(max: 2);
$oid = run(function () use ($db) {
    $db->beginTransaction();
    $oid = $db->pgsqlLOBCreate();
    $stream = $db->pgsqlLOBOpen($oid, 'w+');
    fwrite($stream, str_repeat('x', 1000000));
    fclose($stream);
    $db->commit();
    return $oid;
});
run(function () use ($db, $oid) {
    $db->beginTransaction();
    $stream = $db->pgsqlLOBOpen($oid, 'r');
    $reader = Async\spawn(fn() => strlen((string) @fread($stream, 160000)));
    while (!$reader->isSuspended()) {
        Async\suspend();
    }
    var_dump(fclose($stream));
    var_dump(Async\await($reader));
    $db->commit();
});

/* Its coroutine has ended, the transaction is being rolled back with a warning, and then the last reference goes. */
$stream = null;
set_error_handler(fn() => true, E_WARNING);
run(function () use ($db, $oid, &$stream) {
    $db->beginTransaction();
    $stream = $db->pgsqlLOBOpen($oid, 'r');
});
while (get_resource_type($stream) === 'stream') {
    Async\suspend();
}
$stream = null;
run(function () use ($db, $oid) {
    $db->beginTransaction();
    echo $db->pgsqlLOBUnlink($oid) ? "unlinked\n" : "not unlinked\n";
    $db->commit();
});
?>
--EXPECT--
bool(true)
int(0)
unlinked
