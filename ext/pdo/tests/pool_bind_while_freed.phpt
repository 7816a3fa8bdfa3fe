--TEST--
PDO pool: nothing is bound by others, and nothing executed, while the destructor of a former parameter waits
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

$ways = [
    'bindValue' => function (PDOStatement $stmt) {
        $stmt->bindValue(1, 'mine 1');
        $stmt->bindValue(2, 'mine 2');
        $stmt->execute();
    },
    'bindParam' => function (PDOStatement $stmt) {
        $mine = 'mine 1';
        $stmt->bindParam(1, $mine);
        $stmt->bindValue(2, 'mine 2');
        $stmt->execute();
    },
    'execute' => fn(PDOStatement $stmt) => $stmt->execute(['mine 1', 'mine 2']),
];
foreach (['prepared' => false, 'emulated' => true] as $mode => $emulates) {
    /* MySQL's driver looks at the option of the connection only. */
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_EMULATE_PREPARES => $emulates]);
    foreach ($ways as $way => $work) {
        $stmt = $db->prepare('SELECT CAST(? AS CHAR(10)), CAST(? AS CHAR(10))');
        $gate = new Gate;
        /* An object that is bound as a large one is kept as it is, until it is executed or, as here, replaced. */
        $stmt->bindValue(1, new Lingering('former', null, $gate), PDO::PARAM_LOB);
        $first = Async\spawn($work, $stmt);
        until(fn() => $gate->isReached);
        tell_others("$mode, in $way", $stmt);
        /* Takes the place of what would have been freed too early. */
        $taken = array_map(fn(int $i) => [$i], range(1, 50));
        $gate->isOpen = true;
        Async\await($first);
        echo "$mode, after $way: ", implode(', ', array_map(trim(...), $stmt->fetch(PDO::FETCH_NUM))), "\n";
        unset($stmt, $first, $taken);
    }
    PDOPoolTest::counts($db);
}
?>
--EXPECT--
prepared, in bindValue, bindValue: HY000
prepared, in bindValue, bindParam: HY000
prepared, in bindValue, bindColumn: HY000
prepared, in bindValue, execute: HY000
prepared, in bindValue, execute without parameters: HY000
prepared, after bindValue: mine 1, mine 2
prepared, in bindParam, bindValue: HY000
prepared, in bindParam, bindParam: HY000
prepared, in bindParam, bindColumn: HY000
prepared, in bindParam, execute: HY000
prepared, in bindParam, execute without parameters: HY000
prepared, after bindParam: mine 1, mine 2
prepared, in execute, bindValue: HY000
prepared, in execute, bindParam: HY000
prepared, in execute, bindColumn: HY000
prepared, in execute, execute: HY000
prepared, in execute, execute without parameters: HY000
prepared, after execute: mine 1, mine 2
idle 1, active 0, created 1, destroyed 0
emulated, in bindValue, bindValue: HY000
emulated, in bindValue, bindParam: HY000
emulated, in bindValue, bindColumn: HY000
emulated, in bindValue, execute: HY000
emulated, in bindValue, execute without parameters: HY000
emulated, after bindValue: mine 1, mine 2
emulated, in bindParam, bindValue: HY000
emulated, in bindParam, bindParam: HY000
emulated, in bindParam, bindColumn: HY000
emulated, in bindParam, execute: HY000
emulated, in bindParam, execute without parameters: HY000
emulated, after bindParam: mine 1, mine 2
emulated, in execute, bindValue: HY000
emulated, in execute, bindParam: HY000
emulated, in execute, bindColumn: HY000
emulated, in execute, execute: HY000
emulated, in execute, execute without parameters: HY000
emulated, after execute: mine 1, mine 2
idle 1, active 0, created 1, destroyed 0
