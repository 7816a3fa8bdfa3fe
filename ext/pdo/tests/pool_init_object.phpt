--TEST--
PDO pool: the callable of PDO::ATTR_POOL_INIT gets the PDO object, which means one connection while it runs
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

$seen = [];
$init = function (PDO $pdo) use (&$seen) {
    $seen[] = spl_object_id($pdo);
    $pdo->exec('CREATE TEMPORARY TABLE pool_init_object (id INT)');
    /* Others run meanwhile. */
    Async\delay(1);
    $pdo->exec('INSERT INTO pool_init_object VALUES (' . count($seen) . ')');
    try {
        $pdo->exec('no statement');
    } catch (PDOException) {
    }
};
/* One is made by the constructor, where the object is not complete yet. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $init, PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 4]);
$coroutines = [];
$held = 0;
foreach (range(1, 4) as $i) {
    $coroutines[] = Async\spawn(function () use ($db, &$held) {
        $statement = $db->prepare('SELECT COUNT(*) FROM pool_init_object');
        /* The error state is the coroutine's own. */
        $code = $db->errorCode();
        /* Each holds its connection until all have one. */
        for ($held++; $held < 4;) {
            Async\delay(1);
        }
        $statement->execute();
        return $code . ', rows ' . $statement->fetchColumn();
    });
}
foreach ($coroutines as $coroutine) {
    echo Async\await($coroutine), "\n";
}
var_dump(count($seen), array_unique($seen) === [spl_object_id($db)]);
PDOPoolTest::counts($db);

/* A callable that refers to the object is a cycle that can be collected. */
$holder = new stdClass;
$holder->init = static fn(PDO $pdo) => PDOPoolTest::touch($holder->pdo ?? $pdo);
$holder->pdo = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $holder->init]);
PDOPoolTest::touch($holder->pdo);
$weak = WeakReference::create($holder->pdo);
unset($holder);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
00000, rows 1
00000, rows 1
00000, rows 1
00000, rows 1
int(4)
bool(true)
idle 4, active 0, created 4, destroyed 0
NULL
