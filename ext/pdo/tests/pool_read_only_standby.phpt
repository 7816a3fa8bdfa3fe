--TEST--
PDO pool: a connection to a PostgreSQL standby is closed when a write fails, one in a READ ONLY transaction is not
--EXTENSIONS--
pdo
async
posix
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() !== 'pgsql') die('skip for PostgreSQL');
if (str_contains(PDOPoolTest::dsn(), 'sslmode=')) die('skip the standby has no TLS');
if (str_contains(PDOPoolTest::dsn(), 'host=/')) die('skip the standby is found by its port');
if (!getenv('PGSQL_TEST_BINDIR') || !is_executable(getenv('PGSQL_TEST_BINDIR') . '/pg_basebackup')) die('skip no standby can be made here');
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: makes a standby');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

/* As the user of the server: no other may run one. */
$run = function (string ...$command): void {
    $owner = posix_getpwuid(fileowner(getenv('PGSQL_TEST_DATA_DIR') ?: getenv('PGSQL_TEST_SOCKET_DIR')))['name'];
    $prefix = function_exists('posix_getuid') && posix_getuid() === 0 ? ['runuser', '-u', $owner, '--'] : [];
    $command[0] = getenv('PGSQL_TEST_BINDIR') . "/$command[0]";
    exec(implode(' ', array_map(escapeshellarg(...), [...$prefix, ...$command])) . ' </dev/null 2>&1', $lines, $status);
    if ($status !== 0) {
        die("$command[0]: " . implode("\n", $lines));
    }
};
$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_standby', 'id INTEGER');
$base = sys_get_temp_dir() . '/pdo_pool_standby_' . getmypid();
mkdir($base);
chown($base, fileowner(getenv('PGSQL_TEST_SOCKET_DIR')));
$probe = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($probe, false))[1];
fclose($probe);
$run('pg_basebackup', '-h', getenv('PGSQL_TEST_SOCKET_DIR'), '-p', getenv('PGSQL_TEST_PORT'), '-U',
    getenv('PGSQL_TEST_SUPERUSER'), '-D', "$base/data", '-R', '-X', 'stream', '-c', 'fast');
register_shutdown_function(function () use ($run, $base) {
    $run('pg_ctl', '-D', "$base/data", '-m', 'immediate', '-w', 'stop');
    exec('rm -rf ' . escapeshellarg($base));
});
$run('pg_ctl', '-D', "$base/data", '-w', '-l', "$base/log", '-o', "-p $port -k $base -c listen_addresses=127.0.0.1 -c ssl=off", 'start');

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1], dsn: preg_replace('/\bport=\d+/i', "port=$port", PDOPoolTest::dsn()));
$primary = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$report = function (string $what, PDO $db): void {
    $stats = $db->getPool()->getStats();
    echo "$what: read_only {$stats['destroyed']['read_only']} of ", array_sum($stats['destroyed']),
        ", idle $stats[idle], active $stats[active]\n";
};
$write = function (PDO $db): void {
    try {
        $db->exec('INSERT INTO pool_standby VALUES (1)');
        echo "written\n";
    } catch (PDOException $e) {
        echo 'refused ', $e->getCode(), "\n";
    }
};
$in = fn(callable $work) => Async\await(Async\spawn($work));
$in(function () use ($primary, $write, $report) {
    $primary->beginTransaction();
    $primary->exec('SET TRANSACTION READ ONLY');
    $write($primary);
    $primary->rollBack();
});
$in(fn() => $primary->query('SELECT 1')->fetchAll());
$report('primary', $primary);

echo 'reads ', $in(fn() => $db->query('SELECT COUNT(*) FROM pool_standby')->fetchColumn()), "\n";
$in(fn() => $write($db));
$report('standby', $db);
$in(function () use ($db, $write, $report) {
    $db->beginTransaction();
    $write($db);
    $report('in a transaction', $db);
    $db->rollBack();
    $report('after it', $db);
});
$in(function () use ($db, $report) {
    try {
        $db->prepare('INSERT INTO pool_standby VALUES (?)')->execute([2]);
    } catch (PDOException $e) {
        echo 'refused ', $e->getCode(), "\n";
    }
});
$report('a statement', $db);
$db = $primary = null;
$plain->exec('DROP TABLE pool_standby');
?>
--EXPECT--
refused 25006
primary: read_only 0 of 0, idle 1, active 0
reads 0
refused 25006
standby: read_only 1 of 1, idle 0, active 0
refused 25006
in a transaction: read_only 1 of 1, idle 0, active 1
after it: read_only 2 of 2, idle 0, active 0
refused 25006
a statement: read_only 3 of 3, idle 0, active 0
