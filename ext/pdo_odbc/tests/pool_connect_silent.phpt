--TEST--
ODBC pool: a server that falls silent behind the login keeps no one from connecting to another one
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it connects in many threads at once' => 'maria', 'it has no server' => 'sqlite']);
if (PHP_OS_FAMILY !== 'Linux') die('skip the system does not tell which socket a thread waits for');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/pool_silent.inc';

$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN');
$way = new SilentWay($dsn);
$healthy = fn() => odbc_outcome(Async\spawn(fn() => odbc_pool(1)->query('SELECT 2')->fetchColumn()));
$connect = fn(array $options = []) => Async\spawn(fn() => odbc_make($options
    + [PDO::ATTR_POOL_ENABLED => true], $way->dsn())->query('SELECT 1'));

/* PDO::ATTR_TIMEOUT ends the connect, the acquire timeout or a cancellation only the wait for it. */
$ends = [
    'ATTR_TIMEOUT' => [[PDO::ATTR_TIMEOUT => 1], null],
    'acquire timeout' => [[PDO::ATTR_TIMEOUT => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 100], null],
    'cancelled' => [[], fn(Async\Coroutine $coroutine) => $coroutine->cancel()],
];
$silent = 0;
foreach ($ends as $end => [$options, $act]) {
    $coroutine = $connect($options);
    $silent++;
    odbc_wait_until(fn() => $way->silent === $silent);
    $act && $act($coroutine);
    echo $end, ': ', odbc_outcome($coroutine), ', another server: ', $healthy(), "\n";
    /* The driver has returned. */
    odbc_wait_until(fn() => $way->closed === $silent);
}

/* One that waits for its turn while it is given up does not connect any more. */
$first = $connect([PDO::ATTR_TIMEOUT => 2]);
odbc_wait_until(fn() => $way->silent === $silent + 1);
$second = $connect([PDO::ATTR_TIMEOUT => 1]);
echo 'in line: ', odbc_outcome($second), ', ', odbc_outcome($first), ', another server: ', $healthy(), "\n";
odbc_wait_until(fn() => $way->closed === $way->silent);
echo 'connections: ', $way->silent - $silent, "\n";
$way->end();
?>
--EXPECT--
ATTR_TIMEOUT: PDOException, another server: 2
acquire timeout: PDOException, another server: 2
cancelled: Async\AsyncCancellation, another server: 2
in line: PDOException, PDOException, another server: 2
connections: 1
