--TEST--
PDO SQLite pool: nothing is written by an execute() that was cancelled while it read a stream
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
require __DIR__ . '/../../async/tests/settle.inc';
$file = __DIR__ . '/pool_cancelled_stream.db';
@unlink($file);
foreach ([true, false] as $pooled) {
    $db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => $pooled]);
    $db->exec('CREATE TABLE IF NOT EXISTS t (data)');
    [$stream, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $insert = Async\spawn(function () use ($db, $stream) {
        $statement = $db->prepare('INSERT INTO t VALUES (?)');
        $statement->bindParam(1, $stream, PDO::PARAM_LOB);
        $statement->execute();
    });
    fwrite($end, 'a part');
    settle();
    $insert->cancel();
    try {
        Async\await($insert);
    } catch (Async\AsyncCancellation) {
        echo 'cancelled, ';
    }
    echo $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), " rows\n";
    unset($insert, $db);
}
?>
--EXPECT--
cancelled, 0 rows
cancelled, 0 rows
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_cancelled_stream.db' . $suffix);
}
?>
