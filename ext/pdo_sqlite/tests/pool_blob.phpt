--TEST--
PDO SQLite pool: a blob stream holds its connection, even when the PDO object is gone
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_blob.db';
@unlink($file);
$db = new Pdo\Sqlite("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$db->exec('CREATE TABLE t (a BLOB)');
$db->exec("INSERT INTO t VALUES ('twelve bytes')");

$stream = Async\await(Async\spawn(fn() => $db->openBlob('t', 'a', 1)));
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active]\n";
echo fread($stream, 6), "\n";
fclose($stream);
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active]\n";

$stream = $db->openBlob('t', 'a', 1, 'main', Pdo\Sqlite::OPEN_READWRITE);
fwrite($stream, 'TWELVE');
$db = null;
rewind($stream);
echo stream_get_contents($stream), "\n";
$stream = null;

$db = new PDO("sqlite:$file");
echo $db->query('SELECT a FROM t')->fetchColumn(), "\n";
?>
--EXPECT--
idle 0, active 1
twelve
idle 1, active 0
TWELVE bytes
TWELVE bytes
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_blob.db' . $suffix);
}
?>
