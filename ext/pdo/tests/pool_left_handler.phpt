--TEST--
PDO pool: a call that waits for the roll-back of what was left keeps its values, whatever an error handler does meanwhile
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_left_handler', 'n INTEGER');
$stmt = null;
$acknowledged = [];
$execute = function (int $n) use (&$stmt, &$acknowledged) {
    try {
        $stmt->execute([$n]) && $acknowledged[] = $n;
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
};
set_error_handler(function (int $level, string $text) use ($execute) {
    echo "warned\n";
    $execute(901);
    return true;
});
$stmt = Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $db->exec('INSERT INTO pool_left_handler VALUES (-1)');
    return $db->prepare('INSERT INTO pool_left_handler VALUES (?)');
}));
$execute(1);
$stmt = null;
restore_error_handler();
$found = $db->query('SELECT n FROM pool_left_handler ORDER BY n')->fetchAll(PDO::FETCH_COLUMN);
sort($acknowledged);
echo json_encode(array_map(intval(...), $found) === $acknowledged), ' ', json_encode(in_array(1, $acknowledged)), "\n";
$db->exec('DROP TABLE pool_left_handler');
?>
--EXPECTREGEX--
warned
(HY000
)?true true
