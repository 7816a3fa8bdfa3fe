--TEST--
PDO pool: what another coroutine assigns to a variable while bindParam() makes a string of it is kept
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
require_once getenv('REDIR_TEST_DIR') . 'pool_lingering.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
$stmt = $db->prepare('SELECT CAST(? AS CHAR(10))');
$ways = [
    'bindParam' => function (&$variable) use ($stmt) {
        $stmt->bindParam(1, $variable);
        $stmt->execute();
    },
    'execute' => fn(&$variable) => $stmt->execute([&$variable]),
];
foreach ($ways as $way => $work) {
    foreach (['not at all', 'while it is read', 'while it is freed'] as $when) {
        $gate = new Gate;
        $gate->isOpen = $when === 'not at all';
        /* Its last reference is the variable's: it goes when the variable becomes the string. */
        $variable = new Lingering('mine', $when !== 'while it is freed' ? $gate : null, $when === 'while it is freed' ? $gate : null);
        $first = Async\spawn(function () use ($work, &$variable) {
            $work($variable);
        });
        until(fn() => $gate->isReached);
        if ($when !== 'not at all') {
            $variable = str_repeat('other', 1);
            $variable .= '!';
        }
        $gate->isOpen = true;
        Async\await($first);
        echo "$way, $when: ", json_encode([trim($stmt->fetchColumn()), $variable]), "\n";
        $stmt->closeCursor();
        unset($variable, $first);
    }
}
unset($ways, $work, $stmt);
PDOPoolTest::counts($db);
?>
--EXPECT--
bindParam, not at all: ["mine","mine"]
bindParam, while it is read: ["other!","other!"]
bindParam, while it is freed: ["other!","other!"]
execute, not at all: ["mine","mine"]
execute, while it is read: ["other!","other!"]
execute, while it is freed: ["other!","other!"]
idle 1, active 0, created 1, destroyed 0
