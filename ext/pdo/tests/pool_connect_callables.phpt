--TEST--
PDO pool: callables that run while a connection is made are in a coroutine of the pool
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool_connect.inc';

$db = null;
$seen = [];
$options = [PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_CREDENTIALS => function () use (&$seen) {
    $seen['credentials'] = Async\current_coroutine();
    return [getenv('PDOTEST_USER') ?: null, getenv('PDOTEST_PASS') ?: null];
}, PDO::ATTR_POOL_INIT => function (PDO $pdo) use (&$seen, &$db) {
    $seen['init'] = Async\current_coroutine();
    $seen['same'] = $pdo === $db;
    /* Its error state, and its settings, are its own. */
    try {
        $pdo->exec('no statement');
    } catch (PDOException) {
    }
    $seen['listed'] = in_array(Async\current_coroutine(), Async\get_coroutines(), true);
}];
$db = PDOPoolTest::factory($options);
$caller = Async\spawn(function () use ($db, &$seen) {
    PDOPoolTest::touch($db);
    return [Async\current_coroutine() === $seen['init'], $seen['init'] === $seen['credentials'], $seen['same'], $seen['listed'],
        $db->errorCode()];
});
echo json_encode(Async\await($caller)), "\n";

/* Where nothing can be suspended, they run in the caller: before the scheduler starts, and in a destructor that the garbage
 * collector calls, say. */
class Garbage {
    public $self;
    function __construct(private PDO $db, private array &$seen) { $this->self = $this; }
    function __destruct() {
        PDOPoolTest::touch($this->db);
        $this->seen['own'] = Async\current_coroutine() === $this->seen['init'];
    }
}
$db = PDOPoolTest::factory($options);
new Garbage($db, $seen);
gc_collect_cycles();
var_dump($seen['own']);
PDOPoolTest::counts($db);

/* The failure of one that has run in the caller is thrown there. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => fn() => throw new DomainException('no')]);
ob_start(function () use ($db) {
    try {
        PDOPoolTest::touch($db);
    } catch (DomainException $e) {
        return "in the caller: {$e->getMessage()}\n";
    }
});
ob_end_flush();
?>
--EXPECT--
[false,true,true,false,"00000"]
bool(true)
idle 1, active 0, created 1, destroyed 0
in the caller: no
