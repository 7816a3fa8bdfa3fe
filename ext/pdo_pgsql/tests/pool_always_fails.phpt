--TEST--
A command behind a reset that fails is not run, and its connection is closed
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
$owner = pgsql_connect();
$owner->exec('DROP TABLE IF EXISTS pool_always_fails');
$owner->exec('DROP TEXT SEARCH CONFIGURATION IF EXISTS pool_always_fails');
$owner->exec('CREATE TABLE pool_always_fails (who text)');
$owner->exec('CREATE TEXT SEARCH CONFIGURATION pool_always_fails (COPY = pg_catalog.simple)');

$db = pgsql_pool(1, [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS]);
$db->exec('SET default_text_search_config = pool_always_fails');
function insert(PDO $db, string $who): void
{
    try {
        $db->exec("INSERT INTO pool_always_fails VALUES ('$who')");
        echo "$who: inserted\n";
    } catch (PDOException $e) {
        echo "$who: ", $e->getMessage(), "\n";
    }
}
$in_coroutine = fn(callable $work) => Async\await(Async\spawn($work));
$in_coroutine(fn() => insert($db, 'first'));
$in_coroutine(fn() => insert($db, 'second'));
/* What was adopted cannot be set any more. */
$owner->exec('DROP TEXT SEARCH CONFIGURATION pool_always_fails');
$in_coroutine(fn() => insert($db, 'third'));
/* In a transaction, by a statement, and by what cannot be sent behind the reset. */
$owner->exec('CREATE TEXT SEARCH CONFIGURATION pool_always_fails (COPY = pg_catalog.simple)');
foreach (['beginTransaction' => fn() => $db->beginTransaction() && $db->exec("INSERT INTO pool_always_fails VALUES ('x')"),
        'execute' => fn() => $db->prepare("INSERT INTO pool_always_fails VALUES (?)")->execute(['x']),
        'several' => fn() => $db->exec("INSERT INTO pool_always_fails VALUES ('a'); INSERT INTO pool_always_fails VALUES ('b')")] as $name => $work) {
    $in_coroutine(fn() => insert($db, "before $name"));
    $owner->exec('ALTER TEXT SEARCH CONFIGURATION pool_always_fails RENAME TO pool_always_fails_2');
    $in_coroutine(function () use ($name, $work, $db) {
        try {
            $work();
            echo "$name: done\n";
        } catch (PDOException $e) {
            echo "$name: ", $e->getMessage(), ', in transaction: ', var_export($db->inTransaction(), true), "\n";
        }
    });
    $owner->exec('ALTER TEXT SEARCH CONFIGURATION pool_always_fails_2 RENAME TO pool_always_fails');
}
$in_coroutine(fn() => insert($db, 'last'));
print_r($owner->query('SELECT who FROM pool_always_fails')->fetchAll(PDO::FETCH_COLUMN));
$stats = $db->getPool()->getStats();
echo "reset_failed {$stats['destroyed']['reset_failed']}, lost {$stats['destroyed']['lost']}, created $stats[created]\n";
$owner->exec('DROP TABLE pool_always_fails');
$owner->exec('DROP TEXT SEARCH CONFIGURATION pool_always_fails');
?>
--EXPECTF--
first: inserted
second: inserted
third: SQLSTATE[08006]: Connection failure: 7 the statement was not run, because the session could not be reset: ERROR:  invalid value for parameter "default_text_search_config": "pool_always_fails"
before beginTransaction: inserted
beginTransaction: %s, in transaction: true
before execute: inserted
execute: %s, in transaction: false
before several: inserted
several: %s, in transaction: false
last: inserted
Array
(
    [0] => first
    [1] => second
    [2] => before beginTransaction
    [3] => before execute
    [4] => before several
    [5] => last
)
reset_failed 4, lost 0, created 5
