--TEST--
A function that no list names is looked up once: built in it leaves the session clean, stored it does not
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$owner = mysql_single();
$owner->exec('DROP FUNCTION IF EXISTS pool_stored');
$owner->exec('CREATE FUNCTION pool_stored() RETURNS INT NO SQL RETURN 1');
$db = mysql_pool(1);
$resets = function (string $sql) use ($db) {
    run(fn() => $db->query($sql)->fetchAll());
    while ($db->getPool()->activeCount() > 0) {
        Async\delay(1);
    }
    return $db->getPool()->getStats()['resets'];
};
$built_in = "SELECT ST_LineFromText('LINESTRING(0 0, 1 1)') IS NULL";
echo 'built in: ', $resets($built_in), ', ', $resets($built_in), ', ', $resets(strtolower($built_in)), "\n";
echo 'stored: ', $resets('SELECT pool_stored()'), ', ', $resets('SELECT `POOL_STORED` ()'), "\n";
echo 'both: ', $resets("SELECT pool_stored(), ST_LineFromText('LINESTRING(0 0, 1 1)') IS NULL"), "\n";
echo 'built in: ', $resets($built_in), "\n";
/* A definition may change that. */
$resets('DROP TABLE IF EXISTS pool_stored_functions');
echo 'after DDL: ', $resets($built_in), ', ', $resets($built_in), "\n";
/* The look-up has not disturbed what the coroutine is told. */
echo run(fn() => json_encode([$db->lastInsertId(), (int) $db->query('SELECT LAST_INSERT_ID()')->fetchColumn()])), "\n";
echo 'connections: ', $db->getPool()->getStats()['created'], "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP FUNCTION IF EXISTS pool_stored');
?>
--EXPECT--
built in: 1, 1, 1
stored: 2, 3
both: 4
built in: 4
after DDL: 5, 5
["0",0]
connections: 1
