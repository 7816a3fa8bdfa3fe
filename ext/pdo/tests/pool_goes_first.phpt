--TEST--
PDO pool: the object may go while others are still busy with its connections
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

/* Closing a connection may suspend, and so may the end of an object that has an idle one. */
function begin_beside_an_idle_connection(PDO $db): void
{
    $db->beginTransaction();
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
}

/* A coroutine that is in line from now on drops the last reference. */
function forget_soon(): void
{
    Async\spawn(function () {
        global $db;
        $db = null;
    });
}

/* Whether a transaction is still there to be reported depends on who comes first. */
set_error_handler(fn() => true, E_WARNING);
$cases = [
    'a transaction was left open' => function () {
        global $db;
        begin_beside_an_idle_connection($db);
        $db->exec('INSERT INTO pool_goes_first VALUES (2)');
        forget_soon();
    },
    'a changed session was left' => function () {
        global $db;
        begin_beside_an_idle_connection($db);
        $db->exec('CREATE TEMPORARY TABLE pool_goes_first_too (id INTEGER)');
        $db->commit();
        forget_soon();
    },
    'a statement is in use' => function () {
        global $db;
        begin_beside_an_idle_connection($db);
        $stmt = $db->prepare('SELECT id FROM pool_goes_first');
        $db->commit();
        forget_soon();
        Async\suspend();
        $stmt->execute();
        return $stmt->fetchAll(PDO::FETCH_COLUMN);
    },
    'a statement goes' => function () {
        global $db;
        begin_beside_an_idle_connection($db);
        $stmt = $db->query('SELECT id FROM pool_goes_first');
        forget_soon();
        Async\suspend();
        unset($stmt);
    },
    'the pool is being closed' => function () {
        global $db;
        begin_beside_an_idle_connection($db);
        $db->commit();
        forget_soon();
        $db->getPool()->close();
    },
];

$watcher = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($watcher, 'pool_goes_first', 'id INTEGER');
$watcher->exec('INSERT INTO pool_goes_first VALUES (1)');
foreach ($cases as $case => $task) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
    $gone = WeakReference::create($db);
    $rows = Async\await(Async\spawn($task));
    while ($gone->get()) {
        Async\suspend();
    }
    echo $case, $rows ? ', reads ' . implode(' ', $rows) : '', "\n";
}
$watcher->exec('DROP TABLE pool_goes_first');
?>
--EXPECT--
a transaction was left open
a changed session was left
a statement is in use, reads 1
a statement goes
the pool is being closed
