--TEST--
PDO pool: while a Fiber is in a call, its own coroutine is kept out, because another one may resume it
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
        return 'mine';
    }
}

function told(callable $call): string
{
    try {
        return json_encode($call());
    } catch (PDOException $e) {
        return $e->getMessage();
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_fiber_alone', 'word VARCHAR(10)');
$resumers = [
    'itself' => fn(Fiber $fiber) => $fiber->resume(),
    'another one' => fn(Fiber $fiber) => Async\await(Async\spawn(fn() => $fiber->resume())),
];
foreach ($resumers as $who => $resume) {
    Async\await(Async\spawn(function () use ($db, $who, $resume) {
        $insert = $db->prepare('INSERT INTO pool_fiber_alone VALUES (?)');
        $fiber = new Fiber(fn() => told(fn() => $insert->execute([new Suspending])));
        $fiber->start();
        echo "resumed by $who\n", told(fn() => $db->query('SELECT 42')), "\n";
        $resume($fiber);
        echo $fiber->getReturn(), ' ', $db->query('SELECT COUNT(*) FROM pool_fiber_alone')->fetchColumn(), "\n";
    }));
}
$db->exec('DROP TABLE pool_fiber_alone');
?>
--EXPECT--
resumed by itself
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
true 1
resumed by another one
SQLSTATE[HY000]: General error: The connection is in use by another Fiber: it can be used by one at a time
true 2
