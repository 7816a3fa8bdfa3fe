--TEST--
PDO PgSQL pool: what is assigned to a variable while the stream in it is read is kept, and the stream is what is executed
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
require __DIR__ . '/../../../ext/async/tests/settle.inc';

/** Lets others run in the call that the test is about. */
class Slow
{
    public static string $stops_in;
    public static bool $is_reached;
    public static bool $may_go_on;
    public $context;
    private int $reads = 0;

    private function call(string $name): void
    {
        if (self::$stops_in === $name && !self::$is_reached) {
            self::$is_reached = true;
            until(fn() => self::$may_go_on);
        }
    }

    public function stream_open($path, $mode, $options, &$opened): bool
    {
        return true;
    }

    public function stream_stat(): array
    {
        $this->call('stat');
        return [];
    }

    public function stream_read(int $count): string
    {
        $this->call($this->reads === 0 ? 'the first read' : 'the second read');
        return $this->reads++ < 2 ? 'mine ' : '';
    }

    public function stream_eof(): bool
    {
        return $this->reads > 2;
    }

    public function stream_close(): void
    {
        $this->call('close');
    }
}

stream_wrapper_register('slow', Slow::class);
/* Made while the test runs: a debug build tells of those that nobody frees. */
$assigned = [
    'a string' => fn() => str_repeat('other', 3),
    'an array' => fn() => [new ArrayObject([str_repeat('other', 3)])],
];
$modes = [
    'prepared' => [],
    'emulated' => [PDO::ATTR_EMULATE_PREPARES => true],
    'pipelined' => [Pdo\Pgsql::ATTR_POOL_PIPELINE => 16],
];
foreach ($modes as $mode => $options) {
    $db = pgsql_pool(2, $options);
    foreach (['stat', 'the first read', 'the second read', 'close'] as Slow::$stops_in) {
        foreach ($assigned as $what => $make) {
            Slow::$is_reached = Slow::$may_go_on = false;
            $stmt = $db->prepare('SELECT CAST(? AS bytea)');
            $variable = fopen('slow://x', 'r');
            $stmt->bindParam(1, $variable, PDO::PARAM_LOB);
            $first = Async\spawn(function () use ($stmt) {
                $stmt->execute();
                $value = $stmt->fetchColumn();
                return is_resource($value) ? stream_get_contents($value) : $value;
            });
            until(fn() => Slow::$is_reached || $first->isCompleted());
            /* Not every mode makes every call. What is not closed by now goes with the assignment. */
            Slow::$may_go_on = $first->isCompleted();
            $variable = $make();
            Slow::$may_go_on = true;
            $result = Async\await($first);
            echo "$mode, $what in ", Slow::$stops_in, ': ', json_encode([$result, $variable]), "\n";
            unset($stmt, $first, $variable);
        }
    }
    until(fn() => $db->getPool()->activeCount() === 0);
    $stats = $db->getPool()->getStats();
    echo "$mode: idle $stats[idle], active $stats[active], created $stats[created]\n";
}
?>
--EXPECT--
prepared, a string in stat: ["mine mine ","otherotherother"]
prepared, an array in stat: ["mine mine ",[{"0":"otherotherother"}]]
prepared, a string in the first read: ["mine mine ","otherotherother"]
prepared, an array in the first read: ["mine mine ",[{"0":"otherotherother"}]]
prepared, a string in the second read: ["mine mine ","otherotherother"]
prepared, an array in the second read: ["mine mine ",[{"0":"otherotherother"}]]
prepared, a string in close: ["mine mine ","otherotherother"]
prepared, an array in close: ["mine mine ",[{"0":"otherotherother"}]]
prepared: idle 1, active 0, created 1
emulated, a string in stat: ["mine mine ","otherotherother"]
emulated, an array in stat: ["mine mine ",[{"0":"otherotherother"}]]
emulated, a string in the first read: ["mine mine ","otherotherother"]
emulated, an array in the first read: ["mine mine ",[{"0":"otherotherother"}]]
emulated, a string in the second read: ["mine mine ","otherotherother"]
emulated, an array in the second read: ["mine mine ",[{"0":"otherotherother"}]]
emulated, a string in close: ["mine mine ","otherotherother"]
emulated, an array in close: ["mine mine ",[{"0":"otherotherother"}]]
emulated: idle 1, active 0, created 1
pipelined, a string in stat: ["mine mine ","otherotherother"]
pipelined, an array in stat: ["mine mine ",[{"0":"otherotherother"}]]
pipelined, a string in the first read: ["mine mine ","otherotherother"]
pipelined, an array in the first read: ["mine mine ",[{"0":"otherotherother"}]]
pipelined, a string in the second read: ["mine mine ","otherotherother"]
pipelined, an array in the second read: ["mine mine ",[{"0":"otherotherother"}]]
pipelined, a string in close: ["mine mine ","otherotherother"]
pipelined, an array in close: ["mine mine ",[{"0":"otherotherother"}]]
pipelined: idle 1, active 0, created 1
