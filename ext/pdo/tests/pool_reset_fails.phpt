--TEST--
PDO pool: a reset that fails, or is late, closes the connection
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (str_starts_with(PDOPoolTest::dsn(), 'odbc:')) die('skip ODBC has no reset');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$calls = 0;
$options = [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_CLEAN_TIMEOUT => 100];
$dirty = function (PDO $db) {
    Async\await(Async\spawn(fn() => $db->exec('CREATE TEMPORARY TABLE pool_reset_fails (id INT)')));
    /* The next coroutine waits until the place is free. */
    return Async\await(Async\spawn(fn() => PDOPoolTest::touch($db) !== false));
};
$ways = [
    'an exception' => function () use (&$calls) {
        if (++$calls === 2) {
            throw new Exception('not this time');
        }
    },
    'SQL' => function (PDO $db) use (&$calls) {
        if (++$calls === 2) {
            $db->exec('no statement');
        }
    },
    'too late' => function () use (&$calls) {
        if (++$calls === 2) {
            Async\delay(60000);
        }
    },
];
foreach ($ways as $way => $init) {
    $calls = 0;
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $init] + $options);
    var_dump($dirty($db));
    $stats = $db->getPool()->getStats();
    echo "$way: reset_failed {$stats['destroyed']['reset_failed']}, resets $stats[resets], created $stats[created]\n";
}
/* The PDO object goes while the init of a reset runs. */
$calls = 0;
$db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $ways['too late']] + $options);
Async\await(Async\spawn(fn() => $db->exec('CREATE TEMPORARY TABLE pool_reset_fails (id INT)')));
while ($calls < 2) {
    Async\delay(1);
}
$weak = WeakReference::create($db);
$db = null;
while ($weak->get()) {
    Async\delay(1);
}
echo "gone\n";
?>
--EXPECT--
bool(true)
an exception: reset_failed 1, resets 0, created 2
bool(true)
SQL: reset_failed 1, resets 0, created 2
bool(true)
too late: reset_failed 1, resets 0, created 2
gone
