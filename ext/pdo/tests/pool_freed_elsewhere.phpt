--TEST--
PDO Common: A coroutine's call waits while another coroutine frees a statement of its connection
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
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';
require_once __DIR__ . '/../../async/tests/settle.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
if ($db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql') {
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
}
PDOPoolTest::createTable($db, 'pool_freed', 'id INTEGER');

/* Where the client library blocks, the free is on a thread when the call begins. */
function call_while_freeing(PDO $db, callable $call): mixed
{
    $doomed = $db->prepare('SELECT id FROM pool_freed');
    $doomed->execute();
    $doomed->fetchAll();
    $free = Async\spawn(function () use (&$doomed) {
        $doomed = null;
    });
    Async\suspend();
    try {
        return $call();
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage();
    } finally {
        Async\await($free);
    }
}

/* In a coroutine, which leaves nothing behind: a statement that is freed in the middle of a call ties the connection to
 * it. */
Async\await(Async\spawn(function () use ($db) {
    $insert = $db->prepare('INSERT INTO pool_freed VALUES (?)');
    $calls = [
        'exec' => fn() => $db->exec('INSERT INTO pool_freed VALUES (1)'),
        'prepare' => fn() => $db->prepare('SELECT 2') instanceof PDOStatement,
        'query' => fn() => (int) $db->query('SELECT COUNT(*) FROM pool_freed')->fetchColumn(),
        'execute' => fn() => $insert->execute([2]),
        'bindValue and execute' => fn() => $insert->bindValue(1, 3) && $insert->execute(),
        'rollBack' => fn() => $db->rollBack(),
        'begin' => fn() => $db->beginTransaction(),
        'commit' => fn() => $db->commit(),
    ];
    $db->beginTransaction();
    foreach ($calls as $name => $call) {
        echo $name, ' ', json_encode(call_while_freeing($db, $call)), "\n";
    }
}));

/* Whether the cancellation finds it waiting or not, the connection is well afterwards. */
$cancelled = Async\spawn(function () use ($db) {
    call_while_freeing($db, fn() => $db->exec('INSERT INTO pool_freed VALUES (3)'));
});
Async\suspend();
Async\suspend();
$cancelled->cancel();
PDOPoolTest::outcome($cancelled);
until(fn() => $db->getPool()->activeCount() === 0);
$db->exec('DELETE FROM pool_freed');
echo (int) $db->query('SELECT COUNT(*) FROM pool_freed')->fetchColumn(), "\n";
$db->exec('DROP TABLE pool_freed');
?>
--EXPECT--
exec 1
prepare true
query 1
execute true
bindValue and execute true
rollBack true
begin true
commit true
0
