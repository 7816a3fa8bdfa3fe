--TEST--
A COPY that is cancelled loses its connection, and the server keeps nothing of it
--EXTENSIONS--
pdo
pdo_pgsql
async
posix
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$watcher = pgsql_connect();
$watcher->exec('DROP TABLE IF EXISTS pool_copy_cancelled');
$watcher->exec('CREATE TABLE pool_copy_cancelled (a int, b text)');
$watcher->exec("INSERT INTO pool_copy_cancelled SELECT g, repeat('x', 100) FROM generate_series(1, 100000) g");
$db = pgsql_pool(1, class: Pdo\Pgsql::class);
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();

/* Runs the COPY, cancels it when it waits for the reader, and says what the coroutine has then. */
function cancel_in(PDO $db, callable $copy, callable $is_waiting): void
{
    $coroutine = Async\spawn(function () use ($db, $copy) {
        $before = $db->getPid();
        try {
            $copy();
            echo "not cancelled\n";
        } catch (Async\AsyncCancellation) {
            echo 'cancelled, ', $db->getPid() === $before ? 'and goes on' : 'another connection', "\n";
        }
    });
    while (!$is_waiting()) {
        Async\delay(1);
    }
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
}

/* Reading the rows of the server. */
$lock = pgsql_lock_key();
$watcher->exec("SELECT pg_advisory_lock($lock)");
$waits = "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND objid = $lock AND NOT granted";
$slow = "(SELECT a, b FROM pool_copy_cancelled UNION ALL SELECT 1, pg_advisory_xact_lock($lock)::text)";
cancel_in($db, fn() => $db->copyToArray($slow), fn() => $watcher->query($waits)->fetchColumn());
$watcher->exec('SELECT pg_advisory_unlock_all()');

/* Writing them to a pipe that nobody reads. */
posix_mkfifo($fifo = __DIR__ . '/pool_copy_cancelled.tmp', 0600);
$reader = fopen($fifo, 'r+');
$written = fn() => ($read = [$reader]) && ($none = null) === null && stream_select($read, $none, $none, 0) > 0;
cancel_in($db, fn() => $db->copyToFile('pool_copy_cancelled', $fifo), $written);

/* Sending rows that come from a pipe. */
stream_set_blocking($reader, false);
while (fread($reader, 65536) != '');
fwrite($reader, "200001\tone\n200002\ttwo\n");
$sending = "SELECT count(*) > 0 FROM pg_stat_activity WHERE query LIKE 'COPY pool_copy_cancelled FROM%' AND state = 'active'";
cancel_in($db, fn() => $db->copyFromFile('pool_copy_cancelled', $fifo), fn() => $watcher->query($sending)->fetchColumn());
pgsql_wait_until($watcher, "SELECT NOT ($sending)");
var_dump($watcher->query('SELECT count(*) FROM pool_copy_cancelled WHERE a > 100000')->fetchColumn());
$watcher->exec('DROP TABLE pool_copy_cancelled');
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_copy_cancelled.tmp');
?>
--EXPECT--
cancelled, another connection
cancelled, another connection
cancelled, another connection
int(0)
