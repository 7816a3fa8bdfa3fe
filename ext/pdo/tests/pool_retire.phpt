--TEST--
PDO pool: retireAll() and setMax() close idle connections at once, others when they are given back
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_NAME => 'shop']);
$pool = $db->getPool();
$inTransactions = function (int $count, callable $meanwhile) use ($db) {
    $held = 0;
    $done = false;
    $users = [];
    for ($i = 0; $i < $count; $i++) {
        $users[] = Async\spawn(function () use ($db, &$held, &$done) {
            $db->beginTransaction();
            $held++;
            while (!$done) {
                Async\suspend();
            }
            return $db->commit();
        });
    }
    while ($held < $count) {
        Async\suspend();
    }
    $meanwhile();
    $done = true;
    return array_unique(Async\await_all_or_fail($users));
};
var_dump($inTransactions(3, fn() => 0) === [true]);
PDOPoolTest::counts($db);
var_dump($inTransactions(2, function () use ($db) {
    $db->getPool()->retireAll();
    PDOPoolTest::counts($db);
}) === [true]);
PDOPoolTest::counts($db);
var_dump($inTransactions(3, function () use ($db) {
    $db->getPool()->setMax(1);
    echo 'max: ', $db->getAttribute(PDO::ATTR_POOL_MAX), "\n";
}) === [true]);
PDOPoolTest::counts($db);
$stats = $pool->getStats();
echo $stats['name'], ': retired ', $stats['destroyed']['retired'], ', used ', $stats['use']['count'], ', in buckets ',
    array_sum($stats['use']['buckets_ms']), ', connected ', array_sum($stats['connect']['buckets_ms']), "\n";
var_dump($stats['use']['max_ms'] <= $stats['use']['total_ms'], $stats['connect']['total_ms'] > 0);
?>
--EXPECT--
bool(true)
idle 3, active 0, created 3, destroyed 0
idle 0, active 2, created 3, destroyed 1
bool(true)
idle 0, active 0, created 3, destroyed 3
max: 1
bool(true)
idle 1, active 0, created 6, destroyed 5
shop: retired 5, used 8, in buckets 8, connected 6
bool(true)
bool(true)
