--TEST--
PDO SQLite pool: a forked child that frees a statement of its parent does not commit for the parent
--EXTENSIONS--
pdo_sqlite
async
pcntl
--SKIPIF--
<?php
if (version_compare((new PDO('sqlite::memory:'))->getAttribute(PDO::ATTR_CLIENT_VERSION), '3.35', '<')) {
    die('skip RETURNING needs SQLite 3.35');
}
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the statements of its parent as they are, memory included. */
$file = __DIR__ . '/pool_fork_statement.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$db->exec('CREATE TABLE t (who)');

/* Both rows are written; they are committed when the last one was read. */
$statement = $db->query("INSERT INTO t VALUES ('a'), ('b') RETURNING who");
echo $statement->fetchColumn(), "\n";
$pid = pcntl_fork();
if ($pid === 0) {
    $statement = null;
    exit(0);
}
pcntl_waitpid($pid, $status);
echo 'status ', pcntl_wexitstatus($status), "\n";
var_dump(file_exists("$file-journal"));
echo $statement->fetchColumn(), "\n";
var_dump($statement->fetchColumn());
var_dump(file_exists("$file-journal"));
$statement = null;
echo $db->query('SELECT COUNT(*) FROM t')->fetchColumn(), " rows\n";
?>
--EXPECT--
a
status 0
bool(true)
b
bool(false)
bool(false)
2 rows
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_fork_statement.db' . $suffix);
}
?>
