--TEST--
A statement that was prepared under a setting that a trigger changed is not kept for others
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
$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10, PDO::ATTR_POOL_INIT => "SET TIME ZONE 'UTC'"]);
$db->exec('DROP TABLE IF EXISTS pool_stmt_cache_settings');
$db->exec('CREATE TABLE pool_stmt_cache_settings (a INT)');
$db->exec("CREATE OR REPLACE FUNCTION pool_stmt_cache_settings() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM set_config(''TimeZone'', ''Asia/Tokyo'', false); RETURN NEW; END'");
$db->exec('CREATE TRIGGER t BEFORE INSERT ON pool_stmt_cache_settings FOR EACH ROW
    EXECUTE FUNCTION pool_stmt_cache_settings()');

$epoch = function () use ($db) {
    $statement = $db->prepare("SELECT CAST(EXTRACT(EPOCH FROM TIMESTAMPTZ '1970-01-02 00:00:00') AS INT) + CAST(? AS INT)");
    $statement->execute([0]);
    return (int) $statement->fetchColumn();
};
Async\await(Async\spawn(function () use ($db, $epoch) {
    $db->exec('INSERT INTO pool_stmt_cache_settings VALUES (1)');
    echo 'in Tokyo: ', $epoch(), "\n";
}));
for ($i = 0; $i < 2; $i++) {
    echo 'others: ', Async\await(Async\spawn($epoch)), "\n";
}
echo 'hits: ', $db->getPool()->getStats()['stmt_cache']['hits'], "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_connect();
$db->exec('DROP TABLE IF EXISTS pool_stmt_cache_settings');
$db->exec('DROP FUNCTION IF EXISTS pool_stmt_cache_settings()');
?>
--EXPECT--
in Tokyo: 54000
others: 86400
others: 86400
hits: 1
