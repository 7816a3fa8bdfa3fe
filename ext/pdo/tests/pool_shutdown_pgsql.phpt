--TEST--
PDO pool: what a PostgreSQL server says when it ends sessions, crashes, stops or starts (57P01 to 57P03) closes connections, and no other call fails
--EXTENSIONS--
pdo
pdo_pgsql
async
posix
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() !== 'pgsql') die('skip for PostgreSQL');
require_once $dir . '/../../pdo_pgsql/tests/pool_pair.inc';
PgPair::skip();
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: makes a server');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';
require_once __DIR__ . '/../../pdo_pgsql/tests/pool_pair.inc';

$pair = new PgPair(false);
$dsn = str_starts_with(PDOPoolTest::dsn(), 'pgsql:')
    ? "pgsql:host=127.0.0.1 port={$pair->ports[0]} dbname=postgres user=postgres"
    : preg_replace(['/Port=\d+/i', '/Database=\w+/i', '/Uid=\w+/i'], ["Port={$pair->ports[0]}", 'Database=postgres', 'Uid=postgres'],
        PDOPoolTest::dsn());
$pool = fn(array $options = []) => new PDO($dsn, 'postgres', 'none', $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 60000]);
$in = fn(callable $work) => Async\await(Async\spawn($work));
$lost = fn(PDO $db) => ', lost ' . $db->getPool()->getStats()['destroyed']['lost'];
/* psqlodbc does not pass on what the server said when it hung up. */
$is_loss = fn(PDOException $e, string $state) => $e->getCode() === $state || in_array(substr($e->getCode(), 0, 2), ['08', 'HY', '57'], true)
    ? 'told' : $e->getMessage();
$session = fn(PDO $db) => (int) $db->query('SELECT pg_backend_pid()')->fetchColumn();

echo '57P01, the session is ended in a query: ';
$db = $pool();
$before = $in(fn() => $session($db));
echo $in(function () use ($db, $is_loss) {
    try {
        return $db->query('SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)')->fetchAll();
    } catch (PDOException $e) {
        return $is_loss($e, '57P01');
    }
}), $lost($db), "\n";
var_dump($in(fn() => $session($db)) !== $before);

/* The connection is there all the same. ODBC does not tell one from the other, and closes it. */
echo 'an error that a function raises under that name: ';
echo $in(function () use ($db) {
    try {
        $db->exec("DO $$ BEGIN RAISE 'as if' USING ERRCODE = '57P01'; END $$");
        return 'no error';
    } catch (PDOException $e) {
        return $e->getCode() . ' ' . $db->query('SELECT 1')->fetchColumn();
    }
}), "\n";

echo '57P02, another session crashes: ';
$victim = $pair->plain(0);
$pid = $session($victim);
$query = Async\spawn(fn() => $db->query('SELECT pg_sleep(60)')->fetchAll());
$watcher = $pair->plain(0);
while (!$watcher->query("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")->fetchColumn()) {
    Async\delay(5);
}
$watcher = null;
posix_kill($pid, 9);
try {
    Async\await($query);
} catch (PDOException $e) {
    echo $is_loss($e, '57P02');
}
$query = $victim = $e = null;
/* 57P03 meanwhile: the server recovers, and the pool waits within the limit. */
echo ' ', $in(fn() => $db->query('SELECT 1')->fetchColumn()), $lost($db) === ', lost 0' ? '' : ', lost', "\n";

echo '57P03, the server stops when its last session has: ';
$last = $pair->plain(0);
$pair->stopLater(0);
do {
    try {
        $pair->plain(0);
        $state = 'none';
        Async\delay(5);
    } catch (PDOException $e) {
        $state = str_contains($e->getMessage(), 'shutting down') ? '57P03' : $e->getMessage();
    }
} while ($state === 'none');
echo $state, ' ';
$refused = $pool([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 300]);
echo $in(function () use ($refused) {
    try {
        return $refused->query('SELECT 1')->fetchColumn();
    } catch (PDOException $e) {
        return str_contains($e->getMessage() . $e->getPrevious()?->getPrevious()?->getMessage(), 'shutting down') ? 'told' : $e->getMessage();
    }
}), "\n";
echo 'who is connected goes on: ', $in(fn() => $db->query('SELECT 2')->fetchColumn()), "\n";
$last = $e = null;
$db = $refused = null;
?>
--EXPECT--
57P01, the session is ended in a query: told, lost 1
bool(true)
an error that a function raises under that name: 57P01 1
57P02, another session crashes: told 1, lost
57P03, the server stops when its last session has: 57P03 told
who is connected goes on: 2
