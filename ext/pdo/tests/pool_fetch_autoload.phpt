--TEST--
PDO pool: while the class of a fetch mode is loaded, no other coroutine uses the statement or changes its mode
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

final class Other
{
    public $id;

    public function __construct(mixed ...$arguments)
    {
    }
}

/* fetchAll() and setFetchMode() looked once whether the statement was free, and then loaded the class: another
 * coroutine put its own class and arguments where theirs were. */
$gate = null;
spl_autoload_register(function (string $class) use (&$gate) {
    $gate->pass();
    eval("final class $class { public \$id; }");
});

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$rows = fn(array $objects) => implode(' ', array_map(fn($object) => get_class($object) . $object->id, $objects));
$ways = [
    'fetchAll' => fn($stmt) => $rows($stmt->fetchAll(PDO::FETCH_CLASS, 'InFetchAll')),
    'setFetchMode' => function ($stmt) use ($rows) {
        $stmt->setFetchMode(PDO::FETCH_CLASS, 'InSetFetchMode');
        return $rows($stmt->fetchAll());
    },
    'destructor' => function ($stmt) use ($rows, &$gate) {
        $stmt->setFetchMode(PDO::FETCH_CLASS, Other::class, [new Lingering('', null, $gate)]);
        $stmt->setFetchMode(PDO::FETCH_CLASS, Other::class);
        return $rows($stmt->fetchAll());
    },
];
foreach ($ways as $way => $work) {
    $stmt = $db->query('SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3');
    $gate = new Gate;
    $first = Async\spawn($work, $stmt);
    until(fn() => $gate->isReached);
    tell("in $way, fetchAll", fn() => $stmt->fetchAll(PDO::FETCH_CLASS, Other::class));
    tell("in $way, fetchObject", fn() => $stmt->fetchObject(Other::class));
    tell("in $way, setFetchMode", fn() => $stmt->setFetchMode(PDO::FETCH_COLUMN, 0));
    tell("in $way, fetch", fn() => $stmt->fetch());
    $gate->isOpen = true;
    echo Async\await($first), "\n";
    $stmt = $first = null;
}
PDOPoolTest::counts($db);
?>
--EXPECT--
in fetchAll, fetchAll: HY000
in fetchAll, fetchObject: HY000
in fetchAll, setFetchMode: HY000
in fetchAll, fetch: HY000
InFetchAll1 InFetchAll2 InFetchAll3
in setFetchMode, fetchAll: HY000
in setFetchMode, fetchObject: HY000
in setFetchMode, setFetchMode: HY000
in setFetchMode, fetch: HY000
InSetFetchMode1 InSetFetchMode2 InSetFetchMode3
in destructor, fetchAll: HY000
in destructor, fetchObject: HY000
in destructor, setFetchMode: HY000
in destructor, fetch: HY000
Other1 Other2 Other3
idle 1, active 0, created 1, destroyed 0
