--TEST--
A transaction whose BEGIN has not been sent stays with the parent of a fork
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
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pool.inc';

/* No leak check: the child has what threads of its parent had allocated. */
$db = PDOPoolTest::factory();
PDOPoolTest::createTable($db, 'pool_begin_fork', 'id int');
function attempt(string $what, callable $call): void
{
    try {
        $result = json_encode($call());
        echo "$what: $result\n";
    } catch (PDOException $e) {
        echo "$what: ", $e->getMessage(), "\n";
    }
}
$insert = fn () => $db->exec('INSERT INTO pool_begin_fork VALUES (1)');
$db->beginTransaction();
$pid = pcntl_fork();
if ($pid === 0) {
    attempt('child, inTransaction', $db->inTransaction(...));
    attempt('child, first command', $insert);
    attempt('child, rollBack', $db->rollBack(...));
    exit(0);
}
pcntl_waitpid($pid, $status);
attempt('parent, inTransaction', $db->inTransaction(...));
attempt('parent, first command', $insert);
attempt('parent, rollBack', $db->rollBack(...));
attempt('rows', fn () => $db->query('SELECT count(*) FROM pool_begin_fork')->fetchColumn());
?>
--CLEAN--
<?php
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::test_factory(__DIR__ . '/common.phpt')->exec('DROP TABLE IF EXISTS pool_begin_fork');
?>
--EXPECT--
child, inTransaction: false
child, first command: 1
child, rollBack: There is no active transaction
parent, inTransaction: true
parent, first command: 1
parent, rollBack: true
rows: 1
