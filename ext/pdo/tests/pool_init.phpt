--TEST--
PDO pool: PDO::ATTR_POOL_INIT sets up every connection, again after a reset
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

$create = 'CREATE TEMPORARY TABLE pool_init (id INT)';
$insert = 'INSERT INTO pool_init VALUES (1)';
$ways = [
    'SQL' => $create,
    'list' => [$create, $insert],
    'callable' => function (PDO $db) use ($create, $insert) {
        $db->exec($create);
        $db->prepare($insert)->execute();
        $db->beginTransaction();
        $db->exec($insert);
        $db->commit();
    },
];
foreach ($ways as $way => $init) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_INIT => $init, PDO::ATTR_POOL_MAX => 3]);
    var_dump($db->getAttribute(PDO::ATTR_POOL_INIT) === $init);
    /* Three at once, each with its own connection. */
    $together = function () use ($db) {
        $statement = $db->prepare('SELECT COUNT(*) FROM pool_init');
        Async\delay(1);
        $statement->execute();
        $count = $statement->fetchColumn();
        $statement = null;
        /* The next coroutine finds what the init made, not what this one did. */
        $db->exec('CREATE TEMPORARY TABLE pool_init_rest (id INT)');
        $db->exec('INSERT INTO pool_init VALUES (9)');
        $db->exec('DROP TABLE pool_init');
        return $count;
    };
    foreach ([1, 2] as $round) {
        $counts = array_map(fn($coroutine) => Async\await($coroutine),
            [Async\spawn($together), Async\spawn($together), Async\spawn($together)]);
        echo "$way: ", implode(' ', $counts), "\n";
    }
    echo $db->query('SELECT COUNT(*) FROM pool_init')->fetchColumn(), "\n";
    unset($db, $together);
}
?>
--EXPECT--
bool(true)
SQL: 0 0 0
SQL: 0 0 0
0
bool(true)
list: 1 1 1
list: 1 1 1
1
bool(true)
callable: 2 2 2
callable: 2 2 2
2
