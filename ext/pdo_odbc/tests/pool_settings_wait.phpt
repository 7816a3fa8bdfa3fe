--TEST--
ODBC pool: a setting that one coroutine makes does not commit the work of another one
--EXTENSIONS--
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
$plain = odbc_plain();
odbc_table($plain, 'pool_settings_wait', 'a INTEGER');
$db = odbc_pool(2, [PDO::ATTR_AUTOCOMMIT => false]);
Async\await(Async\spawn(function () use ($db) {
    $db->exec('INSERT INTO pool_settings_wait VALUES (1)');
    Async\await(Async\spawn(fn() => $db->setAttribute(PDO::ATTR_AUTOCOMMIT, true)));
    echo $db->query('SELECT COUNT(*) FROM pool_settings_wait')->fetchColumn(), "\n";
}));
echo $plain->query('SELECT COUNT(*) FROM pool_settings_wait')->fetchColumn(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
odbc_plain()->exec('DROP TABLE IF EXISTS pool_settings_wait');
?>
--EXPECT--
1
0
