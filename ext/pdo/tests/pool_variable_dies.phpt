--TEST--
PDO pool: what another coroutine assigns to a bound variable during execute() is kept, and is not what is executed
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
/* Made while the test runs: freeing them twice, or never, would be seen. */
$assigned = [
    'a string' => fn() => str_repeat('other', 3),
    'a number' => fn() => 17,
    'null' => fn() => null,
    'an array' => fn() => [str_repeat('other', 3)],
    'an object' => fn() => new ArrayObject([str_repeat('other', 3)]),
];
foreach (['prepared' => false, 'emulated' => true] as $mode => $emulates) {
    foreach (['read', 'freed'] as $when) {
        foreach ($assigned as $what => $make) {
            $stmt = $db->prepare('SELECT CAST(? AS CHAR(10))', [PDO::ATTR_EMULATE_PREPARES => $emulates]);
            $gate = new Gate;
            $variable = 'bound';
            $stmt->bindParam(1, $variable);
            /* Its last reference is the variable's: it goes when the variable becomes the string. */
            $variable = new Lingering('mine', $when === 'read' ? $gate : null, $when === 'freed' ? $gate : null);
            $first = Async\spawn(fn() => $stmt->execute());
            until(fn() => $gate->isReached || $first->isCompleted());
            /* PDO itself, which emulates, leaves the object in the variable: it goes with this assignment. */
            $gate->isOpen = $first->isCompleted();
            $variable = $make();
            $gate->isOpen = true;
            Async\await($first);
            echo "$mode, $what while it is $when: ", trim($stmt->fetchColumn()), ', ', json_encode($variable), "\n";
            unset($stmt, $first, $variable);
        }
    }
}
PDOPoolTest::counts($db);
?>
--EXPECT--
prepared, a string while it is read: mine, "otherotherother"
prepared, a number while it is read: mine, 17
prepared, null while it is read: mine, null
prepared, an array while it is read: mine, ["otherotherother"]
prepared, an object while it is read: mine, {"0":"otherotherother"}
prepared, a string while it is freed: mine, "otherotherother"
prepared, a number while it is freed: mine, 17
prepared, null while it is freed: mine, null
prepared, an array while it is freed: mine, ["otherotherother"]
prepared, an object while it is freed: mine, {"0":"otherotherother"}
emulated, a string while it is read: mine, "otherotherother"
emulated, a number while it is read: mine, 17
emulated, null while it is read: mine, null
emulated, an array while it is read: mine, ["otherotherother"]
emulated, an object while it is read: mine, {"0":"otherotherother"}
emulated, a string while it is freed: mine, "otherotherother"
emulated, a number while it is freed: mine, 17
emulated, null while it is freed: mine, null
emulated, an array while it is freed: mine, ["otherotherother"]
emulated, an object while it is freed: mine, {"0":"otherotherother"}
idle 1, active 0, created 1, destroyed 0
