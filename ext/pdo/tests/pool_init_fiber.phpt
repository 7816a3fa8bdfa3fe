--TEST--
PDO pool: a callable of PDO::ATTR_POOL_INIT that leaves a Fiber in the middle of a call fails, and the connection lives until that ends
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

$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_init_fiber', 'word VARCHAR(10)');
$inits = [
    'throws' => fn() => throw new DomainException('mine'),
    'returns' => fn() => null,
];
$ends = [
    'resumed' => fn(Fiber $fiber) => $fiber->resume(),
    'thrown into' => fn(Fiber $fiber) => $fiber->throw(new DomainException('mine')),
    'dropped' => fn() => null,
];
foreach ($inits as $init => $end_init) {
    foreach ($ends as $end => $end_fiber) {
        $fiber = null;
        $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_INIT => function (PDO $db) use (&$fiber, $end_init) {
            $fiber = new Fiber(function () use ($db) {
                try {
                    $db->prepare('INSERT INTO pool_init_fiber VALUES (?)')->execute([new Suspending]);
                    echo "executed\n";
                } catch (PDOException | DomainException $e) {
                    echo $e::class, "\n";
                }
            });
            $fiber->start();
            $end_init();
        }]);
        echo "$init, $end: ";
        try {
            $db->exec('DELETE FROM pool_init_fiber');
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
        unset($e);
        $end_fiber($fiber);
        $fiber = $db = null;
        gc_collect_cycles();
    }
}
echo $plain->query('SELECT COUNT(*) FROM pool_init_fiber')->fetchColumn(), " rows\n";
$plain->exec('DROP TABLE pool_init_fiber');
?>
--EXPECT--
throws, resumed: mine
PDOException
throws, thrown into: mine
DomainException
throws, dropped: mine
returns, resumed: The callable of PDO::ATTR_POOL_INIT has left a Fiber in a call open
PDOException
returns, thrown into: The callable of PDO::ATTR_POOL_INIT has left a Fiber in a call open
DomainException
returns, dropped: The callable of PDO::ATTR_POOL_INIT has left a Fiber in a call open
0 rows
