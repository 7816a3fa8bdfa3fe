--TEST--
PDO pool: setAttribute() reaches every connection, present and future
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_CASE => PDO::CASE_UPPER,
    PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC, PDO::ATTR_STRINGIFY_FETCHES => true]);

$printed = $changed = false;
$other = function (string $what) use ($db, &$printed, &$changed) {
    $db->beginTransaction();
    echo $what, ': ', json_encode($db->query('SELECT 1 AS "Col"')->fetch()), "\n";
    $printed = true;
    while (!$changed) {
        Async\suspend();
    }
    echo $what, ': ', json_encode($db->query('SELECT 1 AS "Col"')->fetch()), "\n";
    $db->rollBack();
};
$db->beginTransaction();
$coroutine = Async\spawn($other, 'present');
while (!$printed) {
    Async\suspend();
}
$db->setAttribute(PDO::ATTR_CASE, PDO::CASE_LOWER);
$db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
$changed = true;
Async\await($coroutine);
echo 'own: ', json_encode($db->query('SELECT 1 AS "Col"')->fetch()), "\n";
$db->rollBack();
var_dump($db->getAttribute(PDO::ATTR_CASE) === PDO::CASE_LOWER,
    $db->getAttribute(PDO::ATTR_DEFAULT_FETCH_MODE) === PDO::FETCH_NUM,
    $db->getAttribute(PDO::ATTR_STRINGIFY_FETCHES));

$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
var_dump(Async\await(Async\spawn(fn() => $db->query('NO SUCH STATEMENT'))));
?>
--EXPECT--
present: {"COL":"1"}
present: ["1"]
own: ["1"]
bool(true)
bool(true)
bool(true)
bool(false)
