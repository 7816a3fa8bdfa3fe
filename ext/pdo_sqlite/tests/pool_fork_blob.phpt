--TEST--
PDO SQLite pool: a forked child cannot use a blob of its parent, and does not commit when it closes it
--EXTENSIONS--
pdo_sqlite
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the blobs of its parent as they are, memory included. */
$file = __DIR__ . '/pool_fork_blob.db';
@unlink($file);
$db = new Pdo\Sqlite("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$db->exec('CREATE TABLE t (a BLOB)');
$db->exec("INSERT INTO t VALUES ('twelve bytes')");

$stream = $db->openBlob('t', 'a', 1, 'main', Pdo\Sqlite::OPEN_READWRITE);
fwrite($stream, 'TWELVE');
$pid = pcntl_fork();
if ($pid === 0) {
    foreach (['fwrite' => fn() => fwrite($stream, ' BYTES'), 'fread' => fn() => fread($stream, 6)] as $name => $call) {
        try {
            var_dump($call());
        } catch (PDOException $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    }
    fclose($stream);
    exit(0);
}
pcntl_waitpid($pid, $status);
echo 'status ', pcntl_wexitstatus($status), "\n";
var_dump(file_exists("$file-journal"));
rewind($stream);
echo fread($stream, 12), "\n";
fclose($stream);
var_dump(file_exists("$file-journal"));
echo $db->query('SELECT a FROM t')->fetchColumn(), "\n";
?>
--EXPECT--
fwrite: This blob was opened before a fork, by the parent process
fread: This blob was opened before a fork, by the parent process
status 0
bool(true)
TWELVE bytes
bool(false)
TWELVE bytes
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_fork_blob.db' . $suffix);
}
?>
