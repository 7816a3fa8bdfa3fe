--TEST--
PgBouncer: lastInsertId() is the coroutine's own in the transaction of the insert, and an exception outside of it
--EXTENSIONS--
pdo_pgsql
async
--SKIPIF--
<?php
if (!getenv('PGBOUNCER_TEST_DSN')) die('skip no PgBouncer: PGBOUNCER_TEST_DSN');
?>
--FILE--
<?php
require __DIR__ . '/pgbouncer.inc';

$direct = direct();
$direct->exec('DROP TABLE IF EXISTS pool_bouncer_id, pool_bouncer_plain');
$direct->exec('CREATE TABLE pool_bouncer_id (id SERIAL PRIMARY KEY, who INT)');
$direct->exec('CREATE TABLE pool_bouncer_plain (who INT)');

function told(callable $ask): string
{
    try {
        return 'id ' . $ask();
    } catch (PDOException $e) {
        return $e->getCode() . (str_contains($e->getMessage(), 'pooler is in between') ? ', a pooler' : '');
    }
}

$is_mine = fn(string $id, int $who) => (int) direct()->query("SELECT who FROM pool_bouncer_id WHERE id = $id")->fetchColumn() === $who;
foreach (['', '_SESSION'] as $mode) {
    echo $mode === '' ? "transaction mode\n" : "session mode\n";
    $db = bouncer([PDO::ATTR_POOL_MAX => 3], $mode);
    echo 'in a transaction: ', json_encode(array_count_values(crowd(20, function (int $who) use ($db, $is_mine) {
        $db->beginTransaction();
        $db->exec("INSERT INTO pool_bouncer_id (who) VALUES ($who)");
        [$id, $named] = [$db->lastInsertId(), $db->lastInsertId('pool_bouncer_id_id_seq')];
        $db->commit();
        return $id === $named && $is_mine($id, $who) ? 'mine' : 'wrong';
    }))), "\n";
    echo 'prepared: ', json_encode(array_count_values(crowd(20, function (int $who) use ($db, $is_mine) {
        $ids = [];
        $stmt = $db->prepare('INSERT INTO pool_bouncer_id (who) VALUES (?)');
        for ($i = 0; $i < 3; $i++) {
            $db->beginTransaction();
            $stmt->execute([$who]);
            $ids[] = $db->lastInsertId();
            $db->commit();
        }
        return count(array_filter($ids, fn($id) => $is_mine($id, $who))) === 3 ? 'mine' : 'wrong';
    }))), "\n";
    echo 'outside: ', json_encode(array_count_values(crowd(20, function (int $who) use ($db) {
        $db->exec("INSERT INTO pool_bouncer_id (who) VALUES ($who)");
        return told(fn() => $db->lastInsertId()) . '; ' . told(fn() => $db->lastInsertId('pool_bouncer_id_id_seq'));
    }))), "\n";
    echo 'in a later transaction: ', run(function () use ($db) {
        $db->exec('INSERT INTO pool_bouncer_id (who) VALUES (0)');
        $db->beginTransaction();
        $told = told(fn() => $db->lastInsertId());
        $db->rollBack();
        return $told;
    }), "\n";
    /* The next command asks the server which functions there are now, in front of itself. */
    $db->exec('CREATE OR REPLACE FUNCTION pool_bouncer_one() RETURNS int LANGUAGE sql AS \'SELECT 1\'');
    echo 'a table without a sequence: ', json_encode(array_unique(crowd(9, function () use ($db) {
        $db->beginTransaction();
        $db->exec('INSERT INTO pool_bouncer_plain VALUES (0)');
        $told = told(fn() => $db->lastInsertId());
        $db->rollBack();
        return $told;
    }))), "\n";
    echo 'RETURNING: ', run(fn() => $is_mine($db->query('INSERT INTO pool_bouncer_id (who) VALUES (7) RETURNING id')->fetchColumn(), 7))
        ? "mine\n" : "wrong\n";
    unset($db);
}
$direct->exec('DROP TABLE pool_bouncer_id, pool_bouncer_plain');
$direct->exec('DROP FUNCTION pool_bouncer_one');
?>
--EXPECT--
transaction mode
in a transaction: {"mine":20}
prepared: {"mine":20}
outside: {"HY000, a pooler; HY000, a pooler":20}
in a later transaction: HY000, a pooler
a table without a sequence: ["55000"]
RETURNING: mine
session mode
in a transaction: {"mine":20}
prepared: {"mine":20}
outside: {"HY000, a pooler; HY000, a pooler":20}
in a later transaction: HY000, a pooler
a table without a sequence: ["55000"]
RETURNING: mine
