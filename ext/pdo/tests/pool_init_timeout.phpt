--TEST--
PDO Common: Setting up a new connection, in SQL or in a callable, has the time of PDO::ATTR_TIMEOUT
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$setups = [
    'a callable that waits' => fn(PDO $db) => Async\delay(600000),
    'a callable that waits on after the exception' => function (PDO $db) {
        try {
            Async\delay(600000);
        } catch (Throwable) {
        }
        PDOPoolTest::touch($db);
    },
    'a callable with a query' => fn(PDO $db) => $db->query(PDOPoolTest::slowQuery())->fetchAll(),
    'SQL' => PDOPoolTest::slowQuery(),
];
/* SQLite's query looks at no clock, and so does the driver of ODBC for it. */
if (PDOPoolTest::server() === 'none') {
    unset($setups['a callable with a query'], $setups['SQL']);
}
foreach ($setups as $what => $init) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_TIMEOUT => 2, PDO::ATTR_POOL_INIT => $init]);
    $ask = function () use ($db) {
        try {
            PDOPoolTest::touch($db);
            return 'connected';
        } catch (PDOException $e) {
            return $e->getCode() . ' ' . $e->getMessage();
        }
    };
    $said = Async\await(Async\spawn($ask));
    if ($said !== 'HYT00 SQLSTATE[HYT00]: Timeout expired: Setting up the session took longer than PDO::ATTR_TIMEOUT (2 s)') {
        echo "$what: $said\n";
    }
    PDOPoolTest::counts($db);
    unset($db, $ask);
}
if (PDOPoolTest::server() === 'none') {
    echo "idle 0, active 0, created 0, destroyed 0\nidle 0, active 0, created 0, destroyed 0\n";
}
/* Nothing of it runs on. */
if (PDOPoolTest::server() !== 'none') {
    $watcher = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
    $running = PDOPoolTest::server() === 'pgsql'
        ? "SELECT COUNT(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'"
        : "SELECT COUNT(*) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(60)'";
    while ($watcher->query($running)->fetchColumn() > 0) {
        Async\delay(5);
    }
}
echo "a quick one: ";
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_TIMEOUT => 30, PDO::ATTR_POOL_INIT => fn(PDO $db) => Async\delay(1)]);
echo Async\await(Async\spawn(fn() => PDOPoolTest::touch($db))) === false ? 'failed' : 'done', "\n";
?>
--EXPECT--
idle 0, active 0, created 0, destroyed 0
idle 0, active 0, created 0, destroyed 0
idle 0, active 0, created 0, destroyed 0
idle 0, active 0, created 0, destroyed 0
a quick one: done
