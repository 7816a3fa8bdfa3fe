--TEST--
The ids of one coroutine are neither seen nor lost by the next, whatever texts they use
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

function run(Closure $task): mixed
{
    return Async\await(Async\spawn($task));
}

$db = pgsql_pool(max: 1);
$db->exec('DROP TABLE IF EXISTS pool_sequences');
$db->exec('CREATE TABLE pool_sequences (id serial, v int)');
run(fn() => $db->exec('INSERT INTO pool_sequences (v) VALUES (1)'));
echo run(function () use ($db) {
    $db->exec('INSERT INTO pool_sequences (v) VALUES (2); INSERT INTO pool_sequences (v) VALUES (3)');
    return $db->lastInsertId();
}), "\n";
echo run(function () use ($db) {
    $db->pgsqlCopyFromArray('pool_sequences', ["4"], "\t", '\\\\N', 'v');
    return $db->lastInsertId();
}), "\n";
try {
    run(fn() => $db->exec('SELECT 1; SELECT lastval()'));
    echo "seen\n";
} catch (PDOException $e) {
    echo $e->getCode(), "\n";
}

/* One who takes the connection and is cancelled at once cannot ask it for the other one's id. */
$insert = Async\spawn(function () use ($db) {
    $db->exec('INSERT INTO pool_sequences (v) VALUES (5)');
    $other = Async\spawn(fn() => $db->exec('SELECT 1'));
    Async\suspend();
    $other->cancel();
    Async\await_all([$other]);
    try {
        return $db->lastInsertId() === '5' ? 'known' : 'wrong';
    } catch (PDOException $e) {
        return 'known not to be known';
    }
});
echo str_starts_with(Async\await($insert), 'known') ? 'well' : 'not well', "\n";
$db->exec('DROP TABLE pool_sequences');
?>
--EXPECT--
3
4
55000
well
