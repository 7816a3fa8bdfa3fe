--TEST--
A child that is forked while another coroutine executes a statement ends in peace
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--INI--
report_memleaks=0
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves what other coroutines of its parent have, memory included. */
require __DIR__ . '/async.inc';
$watcher = pgsql_pool(1);
$lock = pgsql_lock_key();
$watcher->exec("SELECT pg_advisory_lock($lock)");
foreach (['pgsql_connect', 'pgsql_pool'] as $connect) {
    $db = $connect();
    $stmt = $db->prepare('SELECT ?::text, pg_advisory_xact_lock(?::int)');
    $executing = Async\spawn(fn() => $stmt->execute(['mine', $lock]) ? $stmt->fetchColumn() : 'failed');
    pgsql_wait_until($watcher, "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND objid = $lock AND NOT granted");
    $pid = pcntl_fork();
    if ($pid === 0) {
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    var_dump($status);
    $watcher->exec('SELECT pg_advisory_unlock_all()');
    var_dump(Async\await($executing));
    $watcher->exec("SELECT pg_advisory_lock($lock)");
}
?>
--EXPECT--
int(0)
string(4) "mine"
int(0)
string(4) "mine"
