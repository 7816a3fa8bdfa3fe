--TEST--
PDO SQLite pool: a fatal error in a callback does not leave the lock of a shared cache behind
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
/* Each program ends with the fatal error and its shutdown function, which uses a connection of its own; it must not hang.
 * What is locked for that one by a transaction is known to SQLite at once. */
$program = <<<'PHP'
<?php
function fail(...$values)
{
    /* Ends as memory_limit does, but with any allocator. */
    eval('function fail() {}');
}
$db = new Pdo\Sqlite('sqlite:file:pool_fatal?mode=memory&cache=shared', null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$db->exec('CREATE TABLE t (id)');
$db->exec('INSERT INTO t VALUES (3), (1), (2)');
$db->createFunction('fails', fail(...), 1);
$db->createAggregate('fails_in_step', fail(...), fn() => print("not reached\n"));
$db->createAggregate('fails_at_end', fn() => 1, fail(...));
$db->createCollation('fails', fail(...));
/* With a connection that is idle, and one with a statement. */
$open = $db->query('SELECT 1');
Async\await(Async\spawn(function () use ($db) {
    $statement = $db->query('SELECT 1');
    Async\await(Async\spawn(fn() => $db->query('SELECT 1')->fetchColumn()));
}));
register_shutdown_function(function () {
    $other = new PDO('sqlite:file:pool_fatal?mode=memory&cache=shared');
    echo "\nrows: ", $other->query('SELECT COUNT(*) FROM t')->fetchColumn(), "\n";
});
$run = function () use ($db) {
    ACTION;
    echo "not reached\n";
};
IN_COROUTINE ? Async\await(Async\spawn($run)) : $run();
PHP;

$actions = [
    '$db->query("SELECT fails(id) FROM t")->fetchAll()',
    '$db->exec("INSERT INTO t SELECT fails(id) FROM t")',
    '$db->query("SELECT fails_in_step(id) FROM t")->fetchAll()',
    '$db->query("SELECT fails_at_end(id) FROM t")->fetchAll()',
    '$db->query("SELECT id FROM t ORDER BY CAST(id AS TEXT) COLLATE fails")->fetchAll()',
    '$db->beginTransaction(); $db->exec("DELETE FROM t"); $db->query("SELECT fails(1)")',
];
$file = __DIR__ . '/pool_shared_cache_fatal.inc';
/* What a fatal error leaves behind goes with PHP's own allocator; without that it looks like a leak. */
$environment = ['ASAN_OPTIONS' => 'detect_leaks=0'] + getenv();
foreach ($actions as $action) {
    foreach (['false', 'true'] as $in_coroutine) {
        file_put_contents($file, strtr($program, ['ACTION' => $action, 'IN_COROUTINE' => $in_coroutine]));
        /* The arguments load what is a shared extension. */
        $command = getenv('TEST_PHP_EXECUTABLE_ESCAPED') . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' ' . escapeshellarg($file);
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => STDERR], $pipes, null, $environment);
        preg_match_all('/Cannot redeclare|not reached|rows: \d|is locked|leaked|Assertion/', stream_get_contents($pipes[1]), $said);
        echo implode(', ', $said[0]), ', status ', proc_close($process), "\n";
    }
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_shared_cache_fatal.inc');
?>
--EXPECT--
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, rows: 3, status 255
Cannot redeclare, is locked, status 255
Cannot redeclare, is locked, status 255
