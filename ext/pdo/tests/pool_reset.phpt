--TEST--
PDO pool: a session that a coroutine changed is reset or closed, as PDO::ATTR_POOL_RESET says
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

foreach (['AUTO', 'ALWAYS', 'NONE'] as $name) {
    $mode = constant("PDO::POOL_RESET_$name");
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_RESET => $mode, PDO::ATTR_POOL_MAX => 1]);
    var_dump($db->getAttribute(PDO::ATTR_POOL_RESET) === $mode);
    Async\await(Async\spawn(function () use ($db) {
        $db->exec('CREATE TEMPORARY TABLE pool_reset (id INT)');
        Async\delay(1);
        /* It keeps what it has made. */
        return $db->query('SELECT COUNT(*) FROM pool_reset')->fetchColumn();
    }));
    $there = Async\await(Async\spawn(function () use ($db) {
        try {
            $db->query('SELECT COUNT(*) FROM pool_reset')->fetchColumn();
            return true;
        } catch (PDOException) {
            return false;
        }
    }));
    /* A clean session: no reset with AUTO. */
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
    $stats = $db->getPool()->getStats();
    $count = $stats['resets'] + $stats['destroyed']['dirty'];
    echo "$name: ", $there ? 'left' : 'gone', ', ', ['nothing done', 'cleaned once', 'cleaned each time'][min($count, 2)],
        ', failed ', $stats['destroyed']['reset_failed'], "\n";
    unset($db);
}
?>
--EXPECT--
bool(true)
AUTO: gone, cleaned once, failed 0
bool(true)
ALWAYS: gone, cleaned each time, failed 0
bool(true)
NONE: left, nothing done, failed 0
