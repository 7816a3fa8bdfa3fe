--TEST--
PDO pool: a call in a Fiber that outlives its coroutine keeps the connection until it ends, but not the place
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

final class Suspending
{
    public function __toString(): string
    {
        Fiber::suspend();
        return 'late';
    }
}

$ends = [
    'resumed' => fn(Fiber $fiber) => $fiber->resume(),
    'thrown into' => fn(Fiber $fiber) => $fiber->throw(new DomainException('mine')),
    'destroyed' => fn() => null,
];
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_fiber_outlives', 'word VARCHAR(10)');
foreach ($ends as $end => $work) {
    $fiber = null;
    Async\await(Async\spawn(function () use ($db, &$fiber) {
        $stmt = $db->prepare('INSERT INTO pool_fiber_outlives VALUES (?)');
        $fiber = new Fiber(fn() => $stmt->execute([new Suspending]));
        $fiber->start();
    }));
    echo "$end: ", $db->query('SELECT COUNT(*) FROM pool_fiber_outlives')->fetchColumn(), " rows beside it\n";
    try {
        Async\await(Async\spawn(fn() => $work($fiber)));
    } catch (DomainException | PDOException $e) {
        echo $e->getCode() ?: $e->getMessage(), "\n";
    }
    unset($e);
}
$fiber = null;
gc_collect_cycles();
echo $db->query('SELECT COUNT(*) FROM pool_fiber_outlives')->fetchColumn(), " rows\n";
$db->exec('DROP TABLE pool_fiber_outlives');
$stats = $db->getPool()->getStats();
echo "active $stats[active], interrupted {$stats['destroyed']['interrupted']}\n";
?>
--EXPECT--
resumed: 0 rows beside it
HY000
thrown into: 0 rows beside it
mine
destroyed: 0 rows beside it
0 rows
active 0, interrupted 3
