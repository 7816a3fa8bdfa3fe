--TEST--
A call in a Fiber that another coroutine resumes: its own coroutine does not get into it
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

final class Suspending
{
    public function __construct(private string $text)
    {
    }

    public function __toString(): string
    {
        Fiber::suspend();
        return $this->text;
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

$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);
$db->exec('DROP TABLE IF EXISTS pool_fiber_resumed');
$db->exec('CREATE TABLE pool_fiber_resumed (n text)');
$copy = new Fiber(fn() => told(fn() => $db->copyFromArray('pool_fiber_resumed', ['1', new Suspending('2'), '3'])));
Async\await(Async\spawn(function () use ($copy, $db) {
    $copy->start();
    $other = Async\spawn(fn() => $copy->resume());
    while (!$copy->isRunning() && !$copy->isTerminated()) {
        Async\suspend();
    }
    /* The COPY waits for the server, or is over. */
    $text = told(fn() => $db->query('SELECT 42')->fetchColumn());
    echo str_contains($text, 'in use by another Fiber') || $text === '42' ? 'refused or later' : $text, "\n";
    Async\await($other);
}));
echo $copy->getReturn(), "\n";
echo $db->query('SELECT COUNT(*) FROM pool_fiber_resumed')->fetchColumn(), " rows\n";
$db->exec('DROP TABLE pool_fiber_resumed');
?>
--EXPECT--
refused or later
true
3 rows
