--TEST--
What one coroutine deallocates does not end the transaction of the next
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
run(function () use ($db) {
    $stmt = $db->prepare('SELECT 1 WHERE 1 = ?');
    for ($i = 0; $i < 3; $i++) {
        $stmt->execute([1]);
    }
    $db->exec('DEALLOCATE ALL');
});
echo run(function () use ($db) {
    $db->beginTransaction();
    $five = $db->query('SELECT 5')->fetchColumn();
    $db->commit();
    return $five;
}), "\n";

/* A cursor of a scrollable statement that cannot be closed goes with its connection. */
run(function () use ($db) {
    $stmt = $db->prepare('SELECT generate_series(1, 1000)', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
    $stmt->execute();
    $stmt->fetch();
    $db->beginTransaction();
    try {
        $db->exec('SELECT 1/0');
    } catch (PDOException) {
    }
    unset($stmt);
    $db->rollBack();
});
echo run(fn() => $db->query("SELECT COUNT(*) FROM pg_cursors WHERE name LIKE 'pdo%'")->fetchColumn()), "\n";

/* A statement whose own code fails with the error of a name that is taken runs once. */
$db->exec('DROP SEQUENCE IF EXISTS pool_deallocate_runs');
$db->exec('CREATE SEQUENCE pool_deallocate_runs');
$db->exec("CREATE OR REPLACE FUNCTION pool_deallocate_f(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('pool_deallocate_runs') > 1 THEN RAISE EXCEPTION 'taken' USING ERRCODE = '42P05'; END IF; RETURN 1; END $$");
run(function () use ($db) {
    $stmt = $db->prepare('SELECT pool_deallocate_f(?)');
    $stmt->execute([1]);
    try {
        $stmt->execute([1]);
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
});
echo $db->query('SELECT last_value FROM pool_deallocate_runs')->fetchColumn(), "\n";
$db->exec('DROP FUNCTION pool_deallocate_f');
$db->exec('DROP SEQUENCE pool_deallocate_runs');
?>
--EXPECT--
5
0
42P05
2
