--TEST--
The time limit of a statement that is freed by an exception on its way leaves that exception alone
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_limit_unwinding');
$watcher->exec('CREATE TABLE pool_limit_unwinding (id INT)');
$watcher->exec('INSERT INTO pool_limit_unwinding VALUES (1), (2), (3)');
$db = mysql_pool(1, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_POOL_QUERY_TIMEOUT => 300]);

/* Rows that are still coming are read when the statement is freed. Each fills the server's buffer, and is sent at once. */
function throws(PDO $db): void
{
    $statement = $db->query("SELECT REPEAT('x', 100000), SLEEP(IF(id = 1, 0, 60)) FROM pool_limit_unwinding");
    $statement->fetch();
    throw new DomainException('mine');
}

function calls(PDO $db): void
{
    throws($db);
    echo "It goes on behind a call that has thrown\n";
}

foreach (['the main script' => fn($work) => $work(), 'a coroutine' => fn($work) => Async\await(Async\spawn($work))] as $where => $run) {
    try {
        $run(fn() => calls($db));
        echo "$where: no exception has come out\n";
    } catch (DomainException $e) {
        echo "$where: {$e->getMessage()}, behind it ", var_export($e->getPrevious(), true), "\n";
    }
    echo $db->query('SELECT 1')->fetchColumn(), "\n";
}
$stats = $db->getPool()->getStats();
$watcher->exec('DROP TABLE pool_limit_unwinding');
echo "time-outs $stats[query_timeouts], interrupted {$stats['destroyed']['interrupted']}\n";
?>
--EXPECT--
the main script: mine, behind it NULL
1
a coroutine: mine, behind it NULL
1
time-outs 2, interrupted 2
