--TEST--
PDO pool, SQLite: PDO::ATTR_POOL_QUERY_TIMEOUT with calls in Fibers that end in another order than they began in
--EXTENSIONS--
pdo
pdo_sqlite
async
--FILE--
<?php
/* Code in an outer call starts a Fiber, which stays in the middle of an inner one. */
$ends = [
    'resumed' => fn(Fiber $fiber) => $fiber->resume(),
    'thrown into' => fn(Fiber $fiber) => $fiber->throw(new DomainException('mine')),
    'dropped' => fn() => null,
];
final class Text
{
    public function __construct(private Closure $work)
    {
    }

    public function __toString(): string
    {
        ($this->work)();
        return 'text';
    }
}

function told(callable $call): string
{
    try {
        return json_encode($call());
    } catch (Exception $e) {
        return $e->getMessage();
    }
}

$file = __DIR__ . '/pool_fiber_limit.db';
$timers = array_map(fn($ms) => Async\spawn(fn() => Async\delay($ms)), range(10, 200, 10));
foreach ($ends as $end => $work) {
    $db = new Pdo\Sqlite("sqlite:$file", options: [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => 50]);
    $db->createFunction('nap', function () {
        Fiber::suspend();
        return 1;
    });
    $db->createFunction('block', function () {
        Async\delay(500);
        return 1;
    });
    echo "$end\n", Async\await(Async\spawn(function () use ($db, $work) {
        $fiber = null;
        $outer = $db->prepare('SELECT ?');
        $outer->execute([new Text(function () use ($db, &$fiber) {
            $fiber = new Fiber(fn() => told(fn() => $db->query('SELECT nap()')->fetchColumn()));
            $fiber->start();
        })]);
        $first = told(fn() => $outer->fetchColumn());
        $second = told(fn() => $db->query('SELECT 2')->fetchColumn());
        Async\delay(60);
        told(fn() => $work($fiber));
        $inner = $fiber->isTerminated() ? $fiber->getReturn() : 'still there';
        $fiber = $outer = null;
        return "$first, $second, $inner, " . told(fn() => $db->query('SELECT block()')->fetchColumn());
    })), "\n";
    $db = null;
}
Async\await_all($timers);
echo "all timers are over\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_fiber_limit.db');
?>
--EXPECT--
resumed
"text", 2, 1, SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (50 ms)
thrown into
"text", 2, mine, SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (50 ms)
dropped
"text", 2, still there, SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (50 ms)
all timers are over
