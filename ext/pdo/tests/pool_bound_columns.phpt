--TEST--
PDO pool: bound columns get one row, whatever others try while the destructor of a former value waits
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
$stmt = $db->prepare('SELECT CAST(? AS CHAR(10)), CAST(? AS CHAR(10))');
$ways = [
    'FETCH_BOUND' => fn() => $stmt->fetch(PDO::FETCH_BOUND),
    'FETCH_NUM' => fn() => implode(', ', array_map(trim(...), $stmt->fetch(PDO::FETCH_NUM))),
    'fetchAll' => fn() => count($stmt->fetchAll(PDO::FETCH_NUM)),
];
foreach ($ways as $way => $work) {
    $stmt->execute(['mine 1', 'mine 2']);
    $stmt->bindColumn(1, $a);
    $stmt->bindColumn(2, $b);
    $gate = new Gate;
    $a = new Lingering('former', null, $gate);
    $first = Async\spawn($work);
    until(fn() => $gate->isReached);
    /* Whoever got it here would have an object that is freed all the same. */
    echo "$way, the former value is ", $a instanceof Lingering ? 'still' : 'not', " in the variable\n";
    tell_others("in $way", $stmt);
    tell("in $way, fetch", fn() => $stmt->fetch(PDO::FETCH_NUM));
    tell("in $way, bindColumn again and again", function () use ($stmt) {
        for ($i = 3; $i < 40; $i++) {
            $stmt->bindColumn($i, $other[$i]);
        }
    });
    $gate->isOpen = true;
    echo "$way: ", json_encode(Async\await($first)), ', ', trim($a), ', ', trim($b), "\n";
    $stmt->closeCursor();
}

/* The same when a column gets another variable, and the former one goes. */
$stmt->execute(['mine 1', 'mine 2']);
$gate = new Gate;
$stmt->bindColumn(1, $former);
$former = new Lingering('former', null, $gate);
unset($former);
$first = Async\spawn(fn() => $stmt->bindColumn(1, $a));
until(fn() => $gate->isReached);
tell_others('in bindColumn', $stmt);
$gate->isOpen = true;
Async\await($first);
unset($first);
echo json_encode($stmt->fetch(PDO::FETCH_BOUND)), ', ', trim($b), "\n";

unset($stmt, $ways, $work);
PDOPoolTest::counts($db);
?>
--EXPECT--
FETCH_BOUND, the former value is not in the variable
in FETCH_BOUND, bindValue: HY000
in FETCH_BOUND, bindParam: HY000
in FETCH_BOUND, bindColumn: HY000
in FETCH_BOUND, execute: HY000
in FETCH_BOUND, execute without parameters: HY000
in FETCH_BOUND, fetch: HY000
in FETCH_BOUND, bindColumn again and again: HY000
FETCH_BOUND: true, mine 1, mine 2
FETCH_NUM, the former value is not in the variable
in FETCH_NUM, bindValue: HY000
in FETCH_NUM, bindParam: HY000
in FETCH_NUM, bindColumn: HY000
in FETCH_NUM, execute: HY000
in FETCH_NUM, execute without parameters: HY000
in FETCH_NUM, fetch: HY000
in FETCH_NUM, bindColumn again and again: HY000
FETCH_NUM: "mine 1, mine 2", mine 1, mine 2
fetchAll, the former value is not in the variable
in fetchAll, bindValue: HY000
in fetchAll, bindParam: HY000
in fetchAll, bindColumn: HY000
in fetchAll, execute: HY000
in fetchAll, execute without parameters: HY000
in fetchAll, fetch: HY000
in fetchAll, bindColumn again and again: HY000
fetchAll: 1, mine 1, mine 2
in bindColumn, bindValue: HY000
in bindColumn, bindParam: HY000
in bindColumn, bindColumn: HY000
in bindColumn, execute: HY000
in bindColumn, execute without parameters: HY000
true, mine 2
idle 1, active 0, created 1, destroyed 0
