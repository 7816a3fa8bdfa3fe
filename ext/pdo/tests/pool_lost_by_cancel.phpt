--TEST--
PDO pool: a statement that was cancelled in a transaction loses it, also when the cancellation is swallowed
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() === 'none') die('skip no server whose sessions can be ended');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_lost_cancel', 'id INTEGER');
$sleep = PDOPoolTest::server() === 'pgsql' ? 'SELECT pg_sleep(60)' : 'SELECT SLEEP(60)';
$running = PDOPoolTest::server() === 'pgsql'
    ? "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = "
    : "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User sleep' AND id = ";
foreach (['exec', 'query', 'prepare'] as $way) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
    $session = 0;
    $coroutine = Async\spawn(function () use ($db, $way, $sleep, &$session) {
        $db->beginTransaction();
        $session = PDOPoolTest::session($db);
        $db->exec('INSERT INTO pool_lost_cancel VALUES (1)');
        try {
            $way === 'prepare' ? $db->prepare($sleep)->execute() : $db->$way($sleep);
        } catch (Async\AsyncCancellation) {
            echo $way, ': cancelled';
        }
        echo ', in a transaction: ', var_export($db->inTransaction(), true);
        try {
            $db->exec('INSERT INTO pool_lost_cancel VALUES (2)');
        } catch (PDOException $e) {
            echo ', ', $e->getCode();
        }
        try {
            var_dump($db->commit());
        } catch (PDOException $e) {
            echo ', commit() fails', PHP_EOL;
        }
    });
    while ($plain->query($running . $session)->fetchColumn() == 0) {
        Async\delay(1);
    }
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    echo '  ', $db->getPool()->getStats()['destroyed']['interrupted'], " interrupted\n";
    $db = null;
    /* The server may not have noticed yet, and hold locks. */
    PDOPoolTest::kill($session);
}
echo $plain->query('SELECT COUNT(*) FROM pool_lost_cancel')->fetchColumn(), " rows\n";
$plain->exec('DROP TABLE pool_lost_cancel');
?>
--EXPECT--
exec: cancelled, in a transaction: true, 08007, commit() fails
  1 interrupted
query: cancelled, in a transaction: true, 08007, commit() fails
  1 interrupted
prepare: cancelled, in a transaction: true, 08007, commit() fails
  1 interrupted
0 rows
