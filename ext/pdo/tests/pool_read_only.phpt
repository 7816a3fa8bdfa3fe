--TEST--
PDO pool: a connection to a MySQL server that has become read-only is closed when a write fails
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() !== 'mysql') die('skip for MySQL');
try {
    PDOPoolTest::factory()->exec('SET GLOBAL read_only = @@GLOBAL.read_only');
} catch (PDOException $e) {
    die('skip ' . $e->getMessage());
}
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$root = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($root, 'pool_read_only', 'id INTEGER');
$root->exec("DROP USER IF EXISTS pool_read_only@'%', pool_read_only@localhost");
foreach (['%', 'localhost'] as $host) {
    $root->exec("CREATE USER pool_read_only@'$host' IDENTIFIED BY 'pool-RO-1'");
    $root->exec("GRANT SELECT, INSERT ON *.* TO pool_read_only@'$host'");
}
/* Whoever it is, an error must not leave the server read-only. */
register_shutdown_function(function () use ($root) {
    $root->exec('SET GLOBAL read_only = 0');
    $root->exec("DROP USER IF EXISTS pool_read_only@'%', pool_read_only@localhost");
    $root->exec('DROP TABLE IF EXISTS pool_read_only');
});
$attributes = getenv('PDOTEST_ATTR');
$dsn = preg_replace('/\b(uid|pwd)=[^;]*;?/i', '', PDOPoolTest::dsn());
$db = new PDO($dsn, 'pool_read_only', 'pool-RO-1', [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]
    + ($attributes ? unserialize($attributes) : []));

$report = function (string $what) use ($db): void {
    $stats = $db->getPool()->getStats();
    echo "$what: read_only {$stats['destroyed']['read_only']} of ", array_sum($stats['destroyed']),
        ", idle $stats[idle], active $stats[active]\n";
};
$in = fn(callable $work) => Async\await(Async\spawn($work));
$write = function () use ($db) {
    try {
        $db->exec('INSERT INTO pool_read_only VALUES (1)');
        return 'written';
    } catch (PDOException $e) {
        return 'refused ' . $e->errorInfo[1];
    }
};
/* A transaction that its user wants to be read-only is no reason. */
$in(function () use ($db, $write) {
    $db->exec('START TRANSACTION READ ONLY');
    echo $write(), "\n";
    $db->exec('ROLLBACK');
});
$report('transaction');

$together = function (callable $work) {
    return Async\await_all([Async\spawn($work), Async\spawn($work), Async\spawn($work)])[0];
};
$together(fn() => $db->query('SELECT SLEEP(0.3)')->fetchAll());
$report('three');

$root->exec('SET GLOBAL read_only = 1');
echo 'reads ', $in(fn() => $db->query('SELECT COUNT(*) FROM pool_read_only')->fetchColumn()), "\n";
$report('a read');
echo $in($write), "\n";
$report('a write');
/* Inside a transaction it stays until the end. */
$in(function () use ($db, $write, $report) {
    $db->beginTransaction();
    echo $write(), "\n";
    $report('in a transaction');
    echo $db->query('SELECT COUNT(*) FROM pool_read_only')->fetchColumn(), "\n";
    $db->rollBack();
    $report('after it');
});
/* A statement that lives goes on with its connection. */
$in(function () use ($db, $report) {
    $statement = $db->prepare('INSERT INTO pool_read_only VALUES (?)');
    for ($i = 0; $i < 2; $i++) {
        try {
            $statement->execute([1]);
        } catch (PDOException $e) {
            echo 'refused ', $e->errorInfo[1], "\n";
        }
    }
    $report('a statement');
});
$root->exec('SET GLOBAL read_only = 0');
echo $in($write), "\n";
$report('afterwards');
?>
--EXPECT--
refused 1792
transaction: read_only 0 of 0, idle 1, active 0
three: read_only 0 of 0, idle 3, active 0
reads 0
a read: read_only 0 of 0, idle 3, active 0
refused 1290
a write: read_only 1 of 1, idle 2, active 0
refused 1290
in a transaction: read_only 1 of 1, idle 1, active 1
0
after it: read_only 2 of 2, idle 1, active 0
refused 1290
refused 1290
a statement: read_only 3 of 3, idle 0, active 0
written
afterwards: read_only 3 of 3, idle 1, active 0
