--TEST--
PDO pool: a fetchAll() in a Fiber that outlives its coroutine goes on, and no other one takes its rows
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

final class Row
{
    public $n;

    public function __construct()
    {
        if ($this->n == 1) {
            Fiber::suspend();
        }
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_fiber_fetch', 'n INTEGER');
$db->exec('INSERT INTO pool_fiber_fetch VALUES (1)');
$db->exec('INSERT INTO pool_fiber_fetch VALUES (2)');
$stmt = $db->query('SELECT n FROM pool_fiber_fetch ORDER BY n');
$fiber = new Fiber(fn() => $stmt->fetchAll(PDO::FETCH_CLASS, Row::class));
Async\await(Async\spawn(fn() => $fiber->start()));
/* One of them has the address of the first one, perhaps. */
for ($i = 0; $i < 5; $i++) {
    Async\await(Async\spawn(function () use ($stmt) {
        try {
            $stmt->fetch(PDO::FETCH_ASSOC);
            echo "fetches a row\n";
        } catch (PDOException $e) {
            echo $e->getCode(), "\n";
        }
    }));
}
$fiber->resume();
foreach ($fiber->getReturn() as $row) {
    echo $row::class, " $row->n\n";
}

/* One that a row's own code runs belongs to the fetch. */
final class Looking
{
    public $n;
    public static PDOStatement $stmt;

    public function __construct()
    {
        if ($this->n == 1) {
            $inner = new Fiber(fn() => self::$stmt->fetchColumn());
            $inner->start();
            echo 'inside: ', $inner->getReturn(), "\n";
        }
    }
}

Looking::$stmt = $db->query('SELECT n FROM pool_fiber_fetch ORDER BY n');
echo count(Looking::$stmt->fetchAll(PDO::FETCH_CLASS, Looking::class)), "\n";
Looking::$stmt->closeCursor();

/* What a Fiber inside of it does leaves the rest of the rows to the fetch. */
$stmt = $db->query('SELECT n FROM pool_fiber_fetch ORDER BY n');
$look = function ($n) use ($stmt) {
    ob_start();
    (new Fiber($stmt->debugDumpParams(...)))->start();
    ob_end_clean();
    return (int) $n;
};
echo json_encode($stmt->fetchAll(PDO::FETCH_FUNC, $look)), "\n";
$stmt = $look = null;
$db->exec('DROP TABLE pool_fiber_fetch');
?>
--EXPECT--
HY000
HY000
HY000
HY000
HY000
Row 1
Row 2
inside: 2
1
[1,2]
