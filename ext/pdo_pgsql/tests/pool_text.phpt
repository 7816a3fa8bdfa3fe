--TEST--
Names of any length, in quotes, with blanks and comments around their dots are judged as the server reads them
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
$owner->exec('CREATE SCHEMA IF NOT EXISTS pool_text');
$owner->exec("CREATE OR REPLACE FUNCTION pool_text.count(int) RETURNS text LANGUAGE sql AS \$\$ SELECT set_config('work_mem', '2MB', false) \$\$");
$owner->exec("CREATE OR REPLACE FUNCTION pool_text.\"COUNT\"(int) RETURNS text LANGUAGE sql AS \$\$ SELECT set_config('work_mem', '2MB', false) \$\$");
$owner->exec('CREATE TABLE IF NOT EXISTS pool_text.a_table_with_a_name_of_more_than_forty_characters (id int)');

/* statement => is the session left as it was? */
$statements = [
    'SELECT id FROM pool_text.a_table_with_a_name_of_more_than_forty_characters' => true,
    'SELECT 1 AS "a name in quotes that has more than forty characters"' => true,
    'SELECT 1 AS performance_of_all_departments_in_the_year_2026' => true,
    'INSERT INTO pool_text . a_table_with_a_name_of_more_than_forty_characters (id) VALUES (1)' => true,
    'SELECT "count"(*), pg_catalog /* c */ . "sum"(1), "pg_catalog"."max"(1)' => true,
    'SELECT pool_text.count(1)' => false,
    'SELECT pool_text . count(1)' => false,
    "SELECT pool_text -- a comment\n. /* another */ count (1)" => false,
    'SELECT pool_text."COUNT"(1)' => false,
    "SELECT pg_catalog . \"set_config\" ('work_mem', '2MB', false)" => false,
    "SELECT \"set_config\" /* c */ ('work_mem', '2MB', false)" => false,
];
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$look = "SELECT current_setting('work_mem')";
$clean = $owner->query($look)->fetchColumn();
foreach ($statements as $sql => $is_clean) {
    $resets = $db->getPool()->getStats()['resets'];
    $before = Async\await(Async\spawn(function () use ($db, $sql, $pid) {
        $db->exec($sql);
        return $pid();
    }));
    [$after, $seen] = Async\await(Async\spawn(fn() => [$pid(), $db->query($look)->fetchColumn()]));
    if (($db->getPool()->getStats()['resets'] === $resets) !== $is_clean) {
        echo $is_clean ? 'needlessly reset: ' : 'not reset: ', $sql, "\n";
    }
    if ($before !== $after) {
        echo "closed: $sql\n";
    }
    if ($seen !== $clean) {
        echo "seen after $sql: $seen\n";
    }
}
echo count($statements), " statements\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP SCHEMA IF EXISTS pool_text CASCADE');
?>
--EXPECT--
11 statements
