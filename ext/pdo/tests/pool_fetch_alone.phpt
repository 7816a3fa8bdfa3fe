--TEST--
PDO pool: while code of PHP gets a row, no other coroutine uses the statement or changes how it fetches
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
require_once getenv('REDIR_TEST_DIR') . 'pool_lingering.inc';

final class Job
{
    public static Gate $gate;
    public $id;

    public function __construct(public string $who = '')
    {
        self::$gate->pass();
    }
}

final class Sink
{
    public array $seen = [];

    public function __set(string $name, mixed $value): void
    {
        Job::$gate->pass();
        $this->seen[] = (int) $value;
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
$ids = fn(array $jobs) => array_map(fn($job) => "$job->who$job->id", $jobs);
$late = PDO::FETCH_CLASS | PDO::FETCH_PROPS_LATE;
$ways = [
    'FETCH_FUNC' => fn($stmt) => $stmt->fetchAll(PDO::FETCH_FUNC, function ($id) {
        Job::$gate->pass();
        return "mine $id";
    }),
    'FETCH_CLASS' => fn($stmt) => $ids($stmt->fetchAll($late, Job::class, ['mine '])),
    'FETCH_INTO' => function ($stmt) {
        $sink = new Sink;
        $stmt->setFetchMode(PDO::FETCH_INTO, $sink);
        while ($stmt->fetch()) {
        }
        return $sink->seen;
    },
    'foreach' => function ($stmt) use ($late, $ids) {
        $stmt->setFetchMode($late, Job::class, ['mine ']);
        return $ids(iterator_to_array($stmt, false));
    },
];
foreach ($ways as $way => $work) {
    $stmt = $db->query('SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3');
    Job::$gate = new Gate;
    $first = Async\spawn($work, $stmt);
    until(fn() => Job::$gate->isReached);
    tell("in $way, fetch", fn() => $stmt->fetch());
    tell("in $way, fetchColumn", fn() => $stmt->fetchColumn());
    tell("in $way, fetchAll", fn() => $stmt->fetchAll(PDO::FETCH_FUNC, fn($id) => "other $id"));
    tell("in $way, fetchObject", fn() => $stmt->fetchObject(stdClass::class));
    tell("in $way, setFetchMode", fn() => $stmt->setFetchMode(PDO::FETCH_COLUMN, 0));
    tell("in $way, foreach", fn() => iterator_to_array($stmt));
    tell("in $way, closeCursor", fn() => $stmt->closeCursor());
    tell("in $way, bindColumn", fn() => $stmt->bindColumn(1, $other));
    tell("in $way, execute", fn() => $stmt->execute());
    tell("in $way, debugDumpParams", fn() => $stmt->debugDumpParams());
    Job::$gate->isOpen = true;
    echo implode(', ', Async\await($first)), "\n";
    $stmt = $first = null;
}

/* The code that gets the row may use the statement, and the object. */
$stmt = $db->query('SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3');
echo json_encode($stmt->fetchAll(PDO::FETCH_FUNC, fn($id) => (int) $id + 10 * (int) $stmt->fetchColumn())), "\n";
$stmt = null;
PDOPoolTest::counts($db);
?>
--EXPECT--
in FETCH_FUNC, fetch: HY000
in FETCH_FUNC, fetchColumn: HY000
in FETCH_FUNC, fetchAll: HY000
in FETCH_FUNC, fetchObject: HY000
in FETCH_FUNC, setFetchMode: HY000
in FETCH_FUNC, foreach: HY000
in FETCH_FUNC, closeCursor: HY000
in FETCH_FUNC, bindColumn: HY000
in FETCH_FUNC, execute: HY000
in FETCH_FUNC, debugDumpParams: HY000
mine 1, mine 2, mine 3
in FETCH_CLASS, fetch: HY000
in FETCH_CLASS, fetchColumn: HY000
in FETCH_CLASS, fetchAll: HY000
in FETCH_CLASS, fetchObject: HY000
in FETCH_CLASS, setFetchMode: HY000
in FETCH_CLASS, foreach: HY000
in FETCH_CLASS, closeCursor: HY000
in FETCH_CLASS, bindColumn: HY000
in FETCH_CLASS, execute: HY000
in FETCH_CLASS, debugDumpParams: HY000
mine 1, mine 2, mine 3
in FETCH_INTO, fetch: HY000
in FETCH_INTO, fetchColumn: HY000
in FETCH_INTO, fetchAll: HY000
in FETCH_INTO, fetchObject: HY000
in FETCH_INTO, setFetchMode: HY000
in FETCH_INTO, foreach: HY000
in FETCH_INTO, closeCursor: HY000
in FETCH_INTO, bindColumn: HY000
in FETCH_INTO, execute: HY000
in FETCH_INTO, debugDumpParams: HY000
1, 2, 3
in foreach, fetch: HY000
in foreach, fetchColumn: HY000
in foreach, fetchAll: HY000
in foreach, fetchObject: HY000
in foreach, setFetchMode: HY000
in foreach, foreach: HY000
in foreach, closeCursor: HY000
in foreach, bindColumn: HY000
in foreach, execute: HY000
in foreach, debugDumpParams: HY000
mine 1, mine 2, mine 3
[21,3]
idle 1, active 0, created 1, destroyed 0
