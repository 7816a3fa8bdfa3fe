--TEST--
The time limit of a query covers waiting for a lock and functions written in PHP
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'pdo_pool');
$db = new Pdo\Sqlite("sqlite:$file", null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 600]);
$db->exec('CREATE TABLE t (id INTEGER)');
$db->createFunction('wait', fn($ms) => Async\delay($ms) ?? $ms);
$db->createFunction('stubborn', function () {
    try {
        Async\delay(60000);
    } catch (Throwable $e) {
        echo get_class($e), ', ';
    }
    return 1;
});
$db->createFunction('other', function () {
    try {
        Async\delay(60000);
    } finally {
        throw new DomainException('of the function');
    }
});

$locker = new PDO("sqlite:$file");
$try = function (string $name, callable $way) use ($db): void {
    echo "$name: ";
    try {
        echo json_encode($way()), "\n";
    } catch (Exception $e) {
        echo $e->getMessage(), ($p = $e->getPrevious()) ? ' <- ' . get_class($p) : '', "\n";
    }
};
$locker->exec('BEGIN EXCLUSIVE');
$try('lock', fn() => $db->exec('INSERT INTO t VALUES (1)'));
$locker->exec('COMMIT');
$try('function', fn() => $db->query('SELECT wait(60000)')->fetchAll());
$try('quick function', fn() => $db->query('SELECT wait(1)')->fetchColumn());
$try('function that catches', fn() => $db->query('SELECT stubborn()')->fetchColumn());
$try('function that throws', fn() => $db->query('SELECT other()')->fetchColumn());
$db->exec('INSERT INTO t VALUES (2)');
$try('rows', fn() => $db->query('SELECT id FROM t')->fetchAll(PDO::FETCH_COLUMN));
$stats = $db->getPool()->getStats();
echo "interrupted {$stats['destroyed']['interrupted']}, query_timeouts $stats[query_timeouts], active $stats[active]\n";
unlink($file);
?>
--EXPECT--
lock: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
function: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (600 ms)
quick function: 1
function that catches: Async\OperationCanceledException, 1
function that throws: of the function <- Async\OperationCanceledException
rows: [2]
interrupted 2, query_timeouts 2, active 0
