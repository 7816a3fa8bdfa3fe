--TEST--
A function that is not known is looked up in the catalog, along with a reset
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


$db = pgsql_pool(max: 1);
$owner = pgsql_connect();
$owner->exec('DROP SCHEMA IF EXISTS pool_functions CASCADE; CREATE SCHEMA pool_functions');
$define = fn(string $name, string $arguments, string $volatility) => "CREATE OR REPLACE FUNCTION pool_functions.$name($arguments) RETURNS int LANGUAGE sql $volatility AS 'SELECT 1'";
foreach (['stable' => 'STABLE', 'immutable' => 'IMMUTABLE', 'volatile' => 'VOLATILE', 'crosstab' => 'STABLE', 'overloaded' => 'STABLE', '"Quoted"' => 'STABLE'] as $name => $volatility) {
    $owner->exec($define($name, '', $volatility));
}
$owner->exec($define('overloaded', 'int', 'VOLATILE'));

function outcome(PDO $db, string $sql): string
{
    $before = $db->getPool()->getStats()['resets'];
    Async\await(Async\spawn(fn() => $db->query($sql)->fetchAll()));
    Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
    return $db->getPool()->getStats()['resets'] === $before ? 'clean' : 'reset';
}
foreach ([
    'SELECT pool_functions.stable()', 'SELECT pool_functions.immutable(), pool_functions.STABLE()', 'SELECT pool_functions.volatile()',
    'SELECT pool_functions.crosstab()', 'SELECT pool_functions.overloaded()', 'SELECT pool_functions."Quoted"()',
    'SELECT 1 WHERE pool_functions.stable() = 1 AND pool_functions.volatile() = 1', "SELECT to_regclass('x'), pg_size_pretty(1::bigint)",
] as $sql) {
    echo $sql, ': ', outcome($db, $sql), ', then ', outcome($db, $sql), "\n";
}
/* A definition of this pool makes it ask again; so does one of another after a minute. */
$db->exec($define('stable', '', 'VOLATILE'));
echo 'volatile now: ', outcome($db, 'SELECT pool_functions.stable()'), ', ', outcome($db, 'SELECT pool_functions.stable()'), "\n";
/* Never inside a transaction of the user: there the session is dirty until the end. */
$db->exec($define('stable', '', 'STABLE'));
$before = $db->getPool()->getStats()['resets'];
Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $db->query('SELECT pool_functions.stable()')->fetchAll();
    $db->commit();
}));
Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
echo 'transaction: ', outcome($db, 'SELECT pool_functions.stable()'), ', ', $db->getPool()->getStats()['resets'] - $before, "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP SCHEMA IF EXISTS pool_functions CASCADE');
?>
--EXPECT--
SELECT pool_functions.stable(): reset, then clean
SELECT pool_functions.immutable(), pool_functions.STABLE(): reset, then clean
SELECT pool_functions.volatile(): reset, then reset
SELECT pool_functions.crosstab(): reset, then reset
SELECT pool_functions.overloaded(): reset, then reset
SELECT pool_functions."Quoted"(): reset, then clean
SELECT 1 WHERE pool_functions.stable() = 1 AND pool_functions.volatile() = 1: reset, then reset
SELECT to_regclass('x'), pg_size_pretty(1::bigint): clean, then clean
volatile now: reset, reset
transaction: clean, 1
