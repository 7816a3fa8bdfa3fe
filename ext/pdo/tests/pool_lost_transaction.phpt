--TEST--
PDO pool: a transaction that was lost with its connection is the coroutine's to end, and nothing autocommits instead
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() === 'none') die('skip no server whose sessions can be ended');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, 'pool_lost', 'id INTEGER');
$rows = fn() => $plain->query('SELECT COUNT(*) FROM pool_lost')->fetchColumn();

function attempt(callable $call): string {
    try {
        return var_export($call(), true);
    } catch (PDOException $e) {
        return (preg_match('/^(08|40)/', $e->getCode()) ? '' : $e->getCode() . ' ') . 'lost';
    }
}

function lose(PDO $db): PDOStatement {
    $db->beginTransaction();
    $db->exec('INSERT INTO pool_lost VALUES (1)');
    $statement = $db->prepare('SELECT 5');
    PDOPoolTest::kill(PDOPoolTest::session($db));
    try {
        $db->exec('INSERT INTO pool_lost VALUES (2)');
    } catch (PDOException) {
        echo 'found out, ';
    }
    return $statement;
}

$ends = [
    'commit()' => fn($db) => attempt($db->commit(...)),
    'rollBack()' => fn($db) => attempt($db->rollBack(...)),
    'ROLLBACK' => fn($db) => attempt(fn() => $db->exec(" rollback work ; ") !== false),
];
$test = function (string $how, callable $end) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
    $statement = lose($db);
    echo $how, ': in a transaction: ', var_export($db->inTransaction(), true),
        ', exec: ', attempt(fn() => $db->exec('INSERT INTO pool_lost VALUES (3)')),
        ', query: ', attempt(fn() => $db->query('INSERT INTO pool_lost VALUES (4)')),
        ', its statement: ', attempt(fn() => $statement->execute()),
        ', COMMIT: ', attempt(fn() => $db->exec('COMMIT')),
        ', SAVEPOINT: ', attempt(fn() => $db->exec('ROLLBACK TO SAVEPOINT a')),
        ', another coroutine: ', Async\await(Async\spawn(fn() => $db->query('SELECT 7')->fetchColumn())), "\n  ",
        $end($db), ', in a transaction: ', var_export($db->inTransaction(), true),
        ', next: ', $db->query('SELECT 8')->fetchColumn(), "\n";
    $lost = $db->getPool()->getStats()['destroyed']['lost'];
    echo "  lost $lost\n";
};
foreach ($ends as $how => $end) {
    $test($how, $end);
    Async\await(Async\spawn($test, $how, $end));
}

/* Errors are raised as the error mode says. */
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$statement = lose($db);
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
var_dump($db->exec('INSERT INTO pool_lost VALUES (5)'), str_starts_with($db->errorCode(), '08'), $db->commit());
echo strstr($db->errorInfo()[2], 'The transaction was lost with its connection') === false ? 'no reason' : 'reason', "\n";
echo $rows(), " rows\n";
$plain->exec('DROP TABLE pool_lost');
?>
--EXPECT--
found out, commit(): in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  lost, in a transaction: false, next: 8
  lost 1
found out, commit(): in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  lost, in a transaction: false, next: 8
  lost 1
found out, rollBack(): in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  true, in a transaction: false, next: 8
  lost 1
found out, rollBack(): in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  true, in a transaction: false, next: 8
  lost 1
found out, ROLLBACK: in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  true, in a transaction: false, next: 8
  lost 1
found out, ROLLBACK: in a transaction: true, exec: lost, query: lost, its statement: lost, COMMIT: lost, SAVEPOINT: lost, another coroutine: 7
  true, in a transaction: false, next: 8
  lost 1
found out, bool(false)
bool(true)
bool(false)
reason
0 rows
