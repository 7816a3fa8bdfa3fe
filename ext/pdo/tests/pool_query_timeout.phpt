--TEST--
PDO pool: a call that takes longer than PDO::ATTR_POOL_QUERY_TIMEOUT fails, and its query ends on the server
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (!PDOPoolTest::slowQuery()) die('skip no query can be stopped');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$slow = PDOPoolTest::slowQuery();
$watcher = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 1000]);
echo $db->getAttribute(PDO::ATTR_POOL_QUERY_TIMEOUT), "\n";

$ways = [
    'exec' => fn() => $db->exec($slow),
    'query' => fn() => $db->query($slow)->fetchAll(),
    'execute' => function () use ($db, $slow) {
        $statement = $db->prepare($slow);
        $statement->execute();
        $statement->fetchAll();
    },
];
$try = function (string $name, callable $way) use ($db, $watcher): void {
    $session = PDOPoolTest::server() === 'none' ? 0 : PDOPoolTest::session($db);
    $start = hrtime(true);
    try {
        $way();
        echo "$name: done\n";
    } catch (PDOException $e) {
        $ms = (hrtime(true) - $start) / 1e6;
        echo "$name: ", $e->getMessage(), $e->getPrevious() ? ' (previous)' : '',
            $ms < 999 || $ms > 30000 ? " after $ms ms" : '', "\n";
        if ($e->errorInfo[0] !== 'HYT00' || $db->errorCode() !== 'HYT00' && !str_ends_with($name, 'execute')) {
            var_dump($e->errorInfo, $db->errorCode());
        }
    }
    $end = hrtime(true);
    while ($session && PDOPoolTest::isAlive($watcher, $session)) {
        if (hrtime(true) - $end > 20e9) {
            die("$name: still runs");
        }
        Async\delay(1);
    }
};
foreach ($ways as $name => $way) {
    $try("main script, $name", $way);
    Async\await(Async\spawn($try, "coroutine, $name", $way));
}

/* The next ones are not hit. */
Async\await(Async\spawn(function () use ($db) {
    for ($i = 0; $i < 30; $i++) {
        $db->query('SELECT 1')->fetchAll();
        Async\delay(10);
    }
}));
$stats = $db->getPool()->getStats();
echo 'interrupted ', $stats['destroyed']['interrupted'], ' of ', array_sum($stats['destroyed']),
    ", query_timeouts $stats[query_timeouts], active $stats[active]\n";
?>
--EXPECT--
1000
main script, exec: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
coroutine, exec: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
main script, query: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
coroutine, query: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
main script, execute: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
coroutine, execute: SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)
interrupted 6 of 6, query_timeouts 6, active 0
