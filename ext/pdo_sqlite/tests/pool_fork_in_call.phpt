--TEST--
A child that is forked while a coroutine is inside of SQLite ends, and frees a statement of that connection
--EXTENSIONS--
pdo_sqlite
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the values of its parent's statements as they are. */
$file = __DIR__ . '/pool_fork_in_call.sqlite';
@unlink($file);
$db = new Pdo\Sqlite("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$db->createFunction('waits', function () use (&$inside) {
    $inside = true;
    Async\delay(60_000);
});

/* The value is SQLite's to let go of, under a mutex that the parent has. */
$call = Async\spawn(function () use ($db) {
    $bound = $db->prepare('SELECT ?');
    $bound->execute([str_repeat('x', 10)]);
    $db->query('SELECT waits()');
});
while (!$inside) {
    Async\delay(1);
}
$child = pcntl_fork();
if ($child === 0) {
    pcntl_alarm(20); // it hung
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wifexited($status) && pcntl_wexitstatus($status) === 0);
$call->cancel();
try {
    Async\await($call);
} catch (Async\AsyncCancellation $e) {
    echo "cancelled\n";
}
echo $db->query('SELECT 1')->fetchColumn(), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_fork_in_call.sqlite');
?>
--EXPECT--
bool(true)
cancelled
1
