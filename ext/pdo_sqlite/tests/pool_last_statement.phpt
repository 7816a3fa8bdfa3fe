--TEST--
PDO SQLite pool: last_insert_rowid(), changes() and total_changes() are those of the coroutine
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_last_statement.sqlite';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$run = fn(callable $task) => Async\await(Async\spawn($task));
$run(fn() => $db->exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v)'));
$ask = fn() => implode(' ', $db->query('SELECT last_insert_rowid(), changes(), total_changes()')->fetch(PDO::FETCH_NUM)) . ' ' . $db->lastInsertId();

$run(function () use ($db, $run, $ask) {
    echo 'at first: ', $ask(), "\n";
    $db->exec('INSERT INTO t (v) VALUES (1), (2), (3)');
    echo 'three rows: ', $ask(), "\n";
    $run(function () use ($db, $ask) {
        echo '  another, at first: ', $ask(), "\n";
        $db->exec('INSERT INTO t (v) VALUES (4)');
        $db->exec('UPDATE t SET v = v + 1');
        echo '  another, after one insert and an update of four: ', $ask(), "\n";
    });
    echo 'again: ', $ask(), "\n";
    $run(fn() => $db->exec('DELETE FROM t WHERE v = -1'));
    echo 'after a delete of nothing elsewhere: ', $ask(), "\n";
    $db->exec('UPDATE t SET v = 1 WHERE id = -1');
    echo 'after its own update of nothing: ', $ask(), "\n";
    $run(fn() => $db->exec('UPDATE t SET v = 9'));
    $db->exec('CREATE VIEW w AS SELECT changes() AS c');
    echo 'in a view: ', $db->query('SELECT c FROM w')->fetchColumn(), "\n";
});
echo "A session that was reset after its coroutine\n";
$run(fn() => [$db->exec('PRAGMA foreign_keys = ON'), $db->exec('INSERT INTO t (v) VALUES (7)')]);
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
echo $run($ask), ', resets ', $db->getPool()->getStats()['resets'], "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_last_statement.sqlite');
?>
--EXPECT--
at first: 0 0 0 0
three rows: 3 3 3 3
  another, at first: 0 0 0 0
  another, after one insert and an update of four: 4 4 5 4
again: 3 3 3 3
after a delete of nothing elsewhere: 3 3 3 3
after its own update of nothing: 3 0 3 3
in a view: 0
A session that was reset after its coroutine
0 0 0 0, resets 1
