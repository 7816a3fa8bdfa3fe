--TEST--
ODBC pool: what the main script sets up all connections have, and a reset brings back what the driver has set
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$is_postgres = odbc_is('postgres');
$is_sqlite = odbc_is('sqlite');
$setup = $is_sqlite ? ['PRAGMA foreign_keys = ON', 'PRAGMA cache_size(4242)', 'PRAGMA synchronous = OFF']
    : ($is_postgres
    ? ["SET TIME ZONE 'Asia/Tokyo'", 'SET search_path TO public, pg_catalog', "SELECT set_config('pool.setup', 'yes', false)"]
    : ["SET SESSION sql_mode = 'ANSI_QUOTES'", "SET time_zone = '+09:00', SESSION group_concat_max_len = 4242"]);
$changes = $is_sqlite ? ['PRAGMA foreign_keys = OFF', 'CREATE TEMP TABLE pool_setup (id INT)']
    : ($is_postgres
    ? ["SET TIME ZONE 'UTC'; SET extra_float_digits = -5; SET DateStyle = 'SQL, DMY'", 'CREATE TEMP TABLE pool_setup (id INT)',
        'PREPARE pool_setup_text AS SELECT 1', 'SELECT pg_advisory_lock(4711)', 'LISTEN pool_setup']
    : ["SET time_zone = '+00:00'", 'SET @pool_setup = 1']);
$look = $is_sqlite ? "SELECT (SELECT foreign_keys FROM pragma_foreign_keys) || '|' || (SELECT cache_size FROM pragma_cache_size) || '|' ||
            (SELECT synchronous FROM pragma_synchronous) || '|' || (SELECT COUNT(*) FROM sqlite_temp_master) AS s"
    : ($is_postgres
    ? "SELECT concat_ws('|', current_setting('TimeZone'), current_setting('search_path'), current_setting('pool.setup', true),
            current_setting('extra_float_digits'), current_setting('DateStyle'), current_setting('client_encoding'),
            (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), to_regclass('pool_setup'),
            (SELECT count(*) FROM pg_prepared_statements WHERE from_sql), (SELECT count(*) FROM pg_listening_channels())) AS s"
    : "SELECT CONCAT_WS('|', @@session.sql_mode, @@session.time_zone, @@session.group_concat_max_len, @pool_setup) AS s");
$plain = odbc_plain();
foreach ($setup as $sql) {
    $plain->query($sql);
}
$expected = $plain->query($look)->fetchColumn();

$db = odbc_pool(3);
foreach ($setup as $sql) {
    $db->query($sql);
}
for ($round = 1; $round <= 2; $round++) {
    $seen = $coroutines = [];
    for ($i = 0; $i < 6; $i++) {
        $coroutines[] = Async\spawn(function () use ($db, $look, $changes, &$seen) {
            $seen[$db->query($look)->fetchColumn()] = true;
            foreach ($changes as $sql) {
                $db->exec($sql);
            }
        });
    }
    array_map(Async\await(...), $coroutines);
    odbc_wait_until(fn() => $db->getPool()->activeCount() === 0);
    echo "round $round: ", array_keys($seen) === [$expected] ? 'all as set up' : var_export([$expected, array_keys($seen)], true), "\n";
}
$stats = $db->getPool()->getStats();
echo $is_postgres ? $stats['resets'] >= 12 && $stats['created'] <= 3 : array_sum($stats['destroyed']) >= 12, "\n";
?>
--EXPECT--
round 1: all as set up
round 2: all as set up
1
