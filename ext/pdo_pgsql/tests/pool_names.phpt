--TEST--
A function of the user's that bears the name of a harmless one is not taken for it
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
$owner->exec('DROP SCHEMA IF EXISTS pool_names CASCADE; CREATE SCHEMA pool_names');
$define = fn(string $name, string $arguments, string $kind) => "CREATE OR REPLACE FUNCTION pool_names.$name($arguments) RETURNS text LANGUAGE plpgsql $kind AS \$\$
    BEGIN PERFORM pg_catalog.set_config('pool_names.x', 'leak', false); RETURN '1'; END \$\$";
$owner->exec($define('upper', 'text', 'VOLATILE'));
$owner->exec($define('abs', 'text', 'VOLATILE'));
$owner->exec($define('lower', 'point', 'IMMUTABLE'));
$owner->exec($define('set_config', 'text, text, boolean', 'VOLATILE'));

function outcome(PDO $db, string $sql, bool $in_transaction = false): string
{
    $before = $db->getPool()->getStats()['resets'];
    Async\await(Async\spawn(function () use ($db, $sql, $in_transaction) {
        $in_transaction && $db->beginTransaction();
        $db->query($sql)->fetchAll();
        $in_transaction && $db->commit();
    }));
    while ($db->getPool()->activeCount() > 0) {
        Async\delay(1);
    }
    $seen = Async\await(Async\spawn(fn() => $db->query("SELECT pg_catalog.current_setting('pool_names.x', true)")->fetchColumn()));
    return ($seen ? 'leak, ' : '') . ($db->getPool()->getStats()['resets'] === $before ? 'clean' : 'reset');
}
foreach (['pool_names, pg_catalog', 'public, pool_names', 'public'] as $path) {
    echo "search_path = $path\n";
    $new = fn() => pgsql_pool(1, [], " options='-c search_path=" . str_replace(' ', '', $path) . "'");
    foreach (["SELECT upper('x')", 'SELECT "upper" (\'x\')', ...($path === 'public' ? [] : ["SELECT abs('x'::text)"]), 'SELECT abs(-1)', "SELECT pg_catalog.upper('x')", "SELECT lower('x')",
            "SELECT set_config('pool_names.y', '1', true)", 'SELECT count(*) FROM pg_catalog.pg_class WHERE relname = \'x\''] as $sql) {
        echo "  $sql: ", outcome($new(), $sql), ', in a transaction: ', outcome($new(), $sql, true), "\n";
    }
}
/* One that this pool defines counts at once, and in a transaction when that ends. */
$db = pgsql_pool(2, [], " options='-c search_path=pool_names,pg_catalog'");
echo outcome($db, "SELECT initcap('x')"), "\n";
Async\await(Async\spawn(function () use ($db, $define) {
    $db->beginTransaction();
    $db->exec($define('initcap', 'text', 'VOLATILE'));
    /* Another connection asks, and cannot see it yet. */
    Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
    $db->commit();
}));
echo outcome($db, "SELECT initcap('x')"), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP SCHEMA IF EXISTS pool_names CASCADE');
?>
--EXPECT--
search_path = pool_names, pg_catalog
  SELECT upper('x'): reset, in a transaction: reset
  SELECT "upper" ('x'): reset, in a transaction: reset
  SELECT abs('x'::text): reset, in a transaction: reset
  SELECT abs(-1): reset, in a transaction: reset
  SELECT pg_catalog.upper('x'): clean, in a transaction: clean
  SELECT lower('x'): clean, in a transaction: clean
  SELECT set_config('pool_names.y', '1', true): reset, in a transaction: reset
  SELECT count(*) FROM pg_catalog.pg_class WHERE relname = 'x': clean, in a transaction: clean
search_path = public, pool_names
  SELECT upper('x'): clean, in a transaction: clean
  SELECT "upper" ('x'): clean, in a transaction: clean
  SELECT abs('x'::text): reset, in a transaction: reset
  SELECT abs(-1): reset, in a transaction: reset
  SELECT pg_catalog.upper('x'): clean, in a transaction: clean
  SELECT lower('x'): clean, in a transaction: clean
  SELECT set_config('pool_names.y', '1', true): clean, in a transaction: clean
  SELECT count(*) FROM pg_catalog.pg_class WHERE relname = 'x': clean, in a transaction: clean
search_path = public
  SELECT upper('x'): clean, in a transaction: clean
  SELECT "upper" ('x'): clean, in a transaction: clean
  SELECT abs(-1): clean, in a transaction: clean
  SELECT pg_catalog.upper('x'): clean, in a transaction: clean
  SELECT lower('x'): clean, in a transaction: clean
  SELECT set_config('pool_names.y', '1', true): clean, in a transaction: clean
  SELECT count(*) FROM pg_catalog.pg_class WHERE relname = 'x': clean, in a transaction: clean
clean
reset
