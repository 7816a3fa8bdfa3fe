--TEST--
PDO pool: a statement that is being freed cannot be got hold of while the destructor of something bound waits
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
$bind = [
    'a value' => fn(PDOStatement $stmt, Lingering $value) => $stmt->bindValue(1, $value, PDO::PARAM_LOB),
    'a variable' => fn(PDOStatement $stmt, Lingering $value) => $stmt->bindParam(1, $value, PDO::PARAM_LOB),
    'a column' => function (PDOStatement $stmt, Lingering $value) {
        $stmt->execute(['a']);
        $stmt->bindColumn(1, $variable);
        $variable = $value;
    },
    'the object for rows' => fn(PDOStatement $stmt, Lingering $value) => $stmt->setFetchMode(PDO::FETCH_INTO, $value),
];
foreach ($bind as $what => $work) {
    $stmt = $db->prepare('SELECT CAST(? AS CHAR(10))');
    $gate = new Gate;
    $work($stmt, new Lingering('bound', null, $gate));
    $weak = WeakReference::create($stmt);
    $map = new WeakMap();
    $map[$stmt] = true;
    $other = Async\spawn(function () use ($weak, $map, $gate) {
        until(fn() => $gate->isReached);
        $found = [$weak->get(), count($map)];
        $gate->isOpen = true;
        return $found;
    });
    unset($stmt);
    echo "$what: ", json_encode(Async\await($other)), "\n";
    unset($other, $weak, $map);
}
PDOPoolTest::counts($db);
?>
--EXPECT--
a value: [null,0]
a variable: [null,0]
a column: [null,0]
the object for rows: [null,0]
idle 1, active 0, created 1, destroyed 0
