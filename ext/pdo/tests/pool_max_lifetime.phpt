--TEST--
PDO pool: a connection older than PDO::ATTR_POOL_MAX_LIFETIME is replaced, not in the middle of its use
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_MAX_LIFETIME => 150]);
$stats = fn() => $db->getPool()->getStats();

/* Used beyond its time, it is in a transaction. */
$db->beginTransaction();
while ($stats()['destroyed']['expired'] < 1) {
    Async\delay(5);
}
Async\delay(200);
echo PDOPoolTest::touch($db) !== false && $db->commit() ? "committed\n" : "lost\n";

/* Given back it is too old: the next one to take it gets another. */
$created = $stats()['created'];
PDOPoolTest::touch($db);
while ($stats()['created'] === $created || $stats()['idle'] < 2) {
    Async\delay(5);
}
echo "replaced\n";
echo 'others: ', array_sum($stats()['destroyed']) - $stats()['destroyed']['expired'], "\n";
echo $stats()['created'] - $stats()['destroyed']['expired'], " of at most ", $stats()['max'], "\n";
?>
--EXPECT--
committed
replaced
others: 0
2 of at most 2
