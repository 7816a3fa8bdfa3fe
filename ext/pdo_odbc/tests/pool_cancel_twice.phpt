--TEST--
ODBC pool: a call that waits for a thread is cancelled, and again when that has been done but its coroutine has not run yet
--DESCRIPTION--
The second cancellation put libuv's request, which is on the coroutine's stack, into the queue of finished requests once more.
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['its calls cannot be cancelled' => 'sqlite']);
?>
--INI--
async.threadpool_size=1
; Whoever is ready first has to run first.
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';

$watcher = odbc_plain();
$db = odbc_pool(2);
$outcomes = [];
for ($i = 0; $i < 3; $i++) {
    $go = $has_connection = $is_in_call = false;
    $waits = Async\spawn(function () use ($db, &$go, &$has_connection, &$is_in_call) {
        $db->beginTransaction();
        $has_connection = true;
        odbc_wait_until(function () use (&$go) {
            return $go;
        });
        $is_in_call = true;
        $db->exec('SELECT 1');
    });
    odbc_wait_until(function () use (&$has_connection) {
        return $has_connection;
    });
    $busy = Async\spawn(fn() => $db->exec(odbc_endless()));
    odbc_wait_until(fn() => odbc_count_endless($watcher) == 1);
    $go = true;
    odbc_wait_until(function () use (&$is_in_call) {
        return $is_in_call;
    });

    /* Called back from the queue; the loop has not told it yet. */
    $waits->cancel();
    odbc_until_not_queued($waits);
    /* It may have run already, and wait for the thread again. */
    for ($turn = 0; $turn < 10000 && !$waits->isQueued(); $turn++) {
        Async\suspend();
    }
    $waits->cancel();
    /* Closing its connection takes the thread. */
    $busy->cancel();
    array_push($outcomes, odbc_outcome($waits), odbc_outcome($busy));
}
var_dump(array_unique($outcomes));
echo Async\await(Async\spawn(fn() => $db->query('SELECT 2')->fetchColumn())), "\n";

function odbc_until_not_queued(Async\Coroutine $coroutine): void {
    do {
        Async\suspend();
    } while ($coroutine->isQueued());
}
?>
--EXPECT--
array(1) {
  [0]=>
  string(23) "Async\AsyncCancellation"
}
2
