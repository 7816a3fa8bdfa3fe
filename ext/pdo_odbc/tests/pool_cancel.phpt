--TEST--
ODBC pool: a query that is cancelled ends, its connection is closed, and the cancellation is all that is seen
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool(1);
$query = odbc_endless();
$ways = [
    'exec' => fn() => $db->exec($query),
    'query' => fn() => $db->query($query),
    'execute' => function () use ($db, $query) {
        $statement = $db->prepare($query);
        $statement->execute();
    },
];
foreach ($ways as $way => $run) {
    $entered = false;
    $coroutine = Async\spawn(function () use ($run, $way, $db, &$entered) {
        $db->exec('SELECT 1');
        try {
            $entered = true;
            $run();
        } catch (Throwable $e) {
            echo $way, ': ', get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
            /* The same coroutine goes on with another connection. */
            echo $db->query('SELECT 2')->fetchColumn(), "\n";
        }
    });
    odbc_wait_until(function () use (&$entered) {
        return $entered;
    });
    Async\delay(50);
    $coroutine->cancel();
    odbc_outcome($coroutine);
}
odbc_counts($db);

/* Before it has even begun. */
$coroutine = Async\spawn(fn() => $db->query($query));
Async\suspend();
$coroutine->cancel();
echo odbc_outcome($coroutine), "\n";
echo $db->query('SELECT 3')->fetchColumn(), "\n";
?>
--EXPECT--
exec: Async\AsyncCancellation, previous: null
2
query: Async\AsyncCancellation, previous: null
2
execute: Async\AsyncCancellation, previous: null
2
idle 1, active 0, created 4, destroyed 3
Async\AsyncCancellation
3
