--TEST--
PDO pool: commit() fails when the connection is lost, also when the end of a statement was the first to find out
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
PDOPoolTest::createTable($plain, 'pool_lost_commit', 'id INTEGER');
foreach (['free', 'closeCursor', 'nothing'] as $what) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
    $db->beginTransaction();
    $db->exec('INSERT INTO pool_lost_commit VALUES (1)');
    $session = PDOPoolTest::session($db);
    $statement = $db->query('SELECT 5');
    $statement->fetchAll();
    PDOPoolTest::kill($session);
    try {
        if ($what === 'free') {
            $statement = null;
        } elseif ($what === 'closeCursor') {
            $statement->closeCursor();
        }
        var_dump($db->commit());
    } catch (PDOException $e) {
        echo $what, preg_match('/^(08|40)/', $e->getCode()) ? ": fails\n" : ": fails with {$e->getCode()}\n";
    }
    $statement = null;
    if ($db->inTransaction()) {
        $db->rollBack();
    }
    echo $db->query('SELECT 7')->fetchColumn(), "\n";
}
echo $plain->query('SELECT COUNT(*) FROM pool_lost_commit')->fetchColumn(), " rows\n";
$plain->exec('DROP TABLE pool_lost_commit');
?>
--EXPECT--
free: fails
7
closeCursor: fails
7
nothing: fails
7
0 rows
