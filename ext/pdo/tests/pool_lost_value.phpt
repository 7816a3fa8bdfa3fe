--TEST--
PDO pool: a value of a row that is read after its transaction was lost is that error, not NULL
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

function attempt(callable $call): string {
    try {
        return var_export($call(), true);
    } catch (PDOException $e) {
        return (preg_match('/^(08|40)/', $e->getCode()) ? '' : $e->getCode() . ' ') . 'lost';
    }
}

/* Outside of a transaction a driver may have the value, or need the server for it. */
function had_or_lost(callable $call): string {
    $outcome = attempt($call);
    return $outcome === "'here'" || $outcome === 'lost' ? 'had or lost' : $outcome;
}

$test = function (bool $in_transaction) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
    if ($in_transaction) {
        $db->beginTransaction();
    }
    $row = $db->query("SELECT 'here' AS value")->fetch(PDO::FETCH_LAZY);
    PDOPoolTest::kill(PDOPoolTest::session($db));
    try {
        $db->exec('INSERT INTO pool_no_such_table VALUES (1)');
    } catch (PDOException) {
        echo 'found out, ';
    }
    if ($in_transaction) {
        echo attempt(fn() => $row->value);
        $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
        echo ', silent: ', attempt(fn() => $row->value);
        $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        $db->rollBack();
        echo ', rolled back: ';
    }
    echo had_or_lost(fn() => $row->value), "\n";
};
foreach ([false, true] as $in_transaction) {
    $test($in_transaction);
    Async\await(Async\spawn($test, $in_transaction));
}
?>
--EXPECT--
found out, had or lost
found out, had or lost
found out, lost, silent: NULL, rolled back: had or lost
found out, lost, silent: NULL, rolled back: had or lost
