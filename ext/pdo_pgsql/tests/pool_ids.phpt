--TEST--
A coroutine is told the id that it inserted or gets an exception, by lastInsertId() and by SQL, and the server's log has no errors
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
--CONFLICTS--
all
--INI--
pdo.pool_stmt_cache_size=0
--FILE--
<?php
require __DIR__ . '/async.inc';
$owner = pgsql_connect();
$owner->exec("DROP TABLE IF EXISTS pool_ids, pool_ids_none, pool_ids_audit, pool_ids_updated;
    CREATE TABLE pool_ids (id serial, who text);
    CREATE TABLE pool_ids_none (who text);
    CREATE TABLE pool_ids_updated (who text);
    INSERT INTO pool_ids_updated VALUES ('x');
    CREATE TABLE pool_ids_audit (id serial, who text);
    ALTER SEQUENCE pool_ids_audit_id_seq RESTART 4711;
    CREATE OR REPLACE FUNCTION pool_ids_audit() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN INSERT INTO pool_ids_audit (who) VALUES ('x'); RETURN NEW; END \$\$;
    CREATE TRIGGER t BEFORE UPDATE ON pool_ids_updated FOR EACH ROW EXECUTE FUNCTION pool_ids_audit()");

$log = getenv('PGSQL_TEST_LOG');
$log = $log && is_readable($log) ? $log : null;
$offset = $log ? filesize($log) : 0;

$db = pgsql_pool(1, [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 1]);
$other = fn(string $sql = 'SELECT 1') => Async\await(Async\spawn(fn() => $db->exec($sql)));
/* What the coroutine is told after $work: its own row, or an exception. */
function told(string $what, Closure $work, Closure $ask): void
{
    global $db;
    echo $what, ': ', Async\await(Async\spawn(function () use ($work, $ask, $db) {
        $work();
        try {
            $id = $ask();
            return $id === '0' ? '0' : ($db->query("SELECT who FROM pool_ids WHERE id = $id")->fetchColumn() ?: "another's: $id");
        } catch (PDOException $e) {
            return strtok($e->getMessage(), ':');
        }
    })), "\n";
}
$id = fn() => $db->lastInsertId();
$insert = fn(string $who) => $db->exec("INSERT INTO pool_ids (who) VALUES ('$who')");

/* While others use the connection. */
told('others insert', fn() => [$insert('me'), $other("INSERT INTO pool_ids (who) VALUES ('other')")], $id);
told('others update', fn() => [$insert('me'), $other("UPDATE pool_ids_updated SET who = 'y'")], $id);
told('after a healthcheck', fn() => [$insert('me'), Async\delay(5), $other(), Async\delay(5)], $id);
told('asked before and after', fn() => [$insert('me'), $db->lastInsertId(), $other(), $other()], $id);
told('asked, then another insert', fn() => [$insert('not this'), $db->lastInsertId(), $insert('me'), $other()], $id);
told('no sequence', fn() => [$db->exec("INSERT INTO pool_ids_none VALUES ('me')"), $other()], $id);
told('RETURNING', fn() => [$db->query("INSERT INTO pool_ids (who) VALUES ('me') RETURNING id")->fetchAll(), $other()], $id);
told('third execution', function () use ($db, $other) {
    $stmt = $db->prepare('INSERT INTO pool_ids (who) VALUES (?)');
    $stmt->execute(['first']);
    $stmt->execute(['second']);
    $db->lastInsertId();
    $stmt->execute(['me']);
    $stmt = null;
    $other();
}, $id);
told('third execution of RETURNING', function () use ($db, $other) {
    $stmt = $db->prepare('INSERT INTO pool_ids (who) VALUES (?) RETURNING id');
    foreach (['first', 'second', 'me'] as $who) {
        $stmt->execute([$who]);
        $stmt->fetchAll();
    }
    $stmt = null;
    $other();
}, $id);
if ($log) {
    $new = file_get_contents($log, offset: $offset);
    echo 'in the log: ', substr_count($new, 'lastval is not yet defined') + substr_count($new, 'currval of sequence'), "\n";
} else {
    echo "in the log: 0\n";
}
/* What a trigger of another coroutine did is not seen. */
$other("UPDATE pool_ids_updated SET who = 'z'");
told('insert without a sequence after a trigger', fn() => $db->exec("INSERT INTO pool_ids_none VALUES ('me')"), $id);
$other("UPDATE pool_ids_updated SET who = 'z'");
told('lastval() after a trigger', fn() => 0, fn() => $db->query('SELECT lastval()')->fetchColumn());
Async\await(Async\spawn(function () use ($db) {
    $stmt = $db->prepare('UPDATE pool_ids_updated SET who = ?');
    foreach (['a', 'b', 'c'] as $who) {
        $stmt->execute([$who]);
    }
}));
told('lastval() after a prepared one', fn() => 0, fn() => $db->query('SELECT lastval()')->fetchColumn());
told('lastval() after others', fn() => [$insert('me'), $other()], fn() => $db->query('SELECT lastval()')->fetchColumn());
told('currval() after others', fn() => [$insert('me'), $other()], fn() => $db->query("SELECT currval('pool_ids_id_seq')")->fetchColumn());
told('lastval()', fn() => $insert('me'), fn() => $db->query('SELECT lastval()')->fetchColumn());
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS pool_ids, pool_ids_none, pool_ids_audit, pool_ids_updated; DROP FUNCTION IF EXISTS pool_ids_audit()');
?>
--EXPECT--
others insert: me
others update: me
after a healthcheck: me
asked before and after: me
asked, then another insert: me
no sequence: The id of the last insert is not known
RETURNING: The id of the last insert is not known
third execution: me
third execution of RETURNING: me
in the log: 0
insert without a sequence after a trigger: SQLSTATE[55000]
lastval() after a trigger: SQLSTATE[55000]
lastval() after a prepared one: SQLSTATE[55000]
lastval() after others: SQLSTATE[55000]
currval() after others: SQLSTATE[55000]
lastval(): me
