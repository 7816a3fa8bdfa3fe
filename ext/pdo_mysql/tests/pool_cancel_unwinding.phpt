--TEST--
A connection that is given up because a cancelled coroutine left rows unread was interrupted, not lost
--DESCRIPTION--
It was not closed at once when another statement had been made on it, which the code that swallows the cancellation has:
the next call found it, and it counted as lost.
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (MySQLPDOTest::isPDOMySQLnd()) die('skip mysqlnd reads what is left, and keeps the connection');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../../async/tests/settle.inc';

/* Two of three results stay unread. */
function leave_results(PDO $db, stdClass $step): void
{
    $results = $db->query('SELECT 1; SELECT 2; SELECT 3');
    $step->left = true;
    Async\delay(60_000);
}

foreach ([false, true] as $in_transaction) {
    $db = mysql_pool(1);
    $step = (object) ['left' => false];
    $coroutine = Async\spawn(function () use ($db, $step, $in_transaction) {
        $in_transaction && $db->beginTransaction();
        $other = $db->prepare('SELECT 1');
        try {
            leave_results($db, $step);
        } catch (Async\AsyncCancellation) {
            echo 'cancelled';
        }
        if ($db->inTransaction()) {
            echo ', in a transaction';
            try {
                $db->commit();
            } catch (PDOException $e) {
                echo ' that ', $e->getCode(), ' ended';
            }
        }
        echo ', ', $db->query('SELECT 42')->fetchColumn(), "\n";
    });
    until(fn() => $step->left);
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation) {
    }
    print_r(array_filter($db->getPool()->getStats()['destroyed']));
    unset($coroutine, $db);
}
?>
--EXPECT--
cancelled, 42
Array
(
    [interrupted] => 1
)
cancelled, in a transaction that 08007 ended, 42
Array
(
    [interrupted] => 1
)
