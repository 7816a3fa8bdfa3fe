--TEST--
A kept statement whose table changes more than once is prepared anew each time
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
$other = pgsql_connect();
$other->exec('DROP TABLE IF EXISTS pool_stmt_cache_stale_again');
$other->exec('CREATE TABLE pool_stmt_cache_stale_again (a INT)');
$other->exec('INSERT INTO pool_stmt_cache_stale_again VALUES (1)');
$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10]);
$statement = $db->prepare('SELECT * FROM pool_stmt_cache_stale_again WHERE a = ?');
$columns = function () use ($statement) {
    $statement->execute([1]);
    return count($statement->fetch(PDO::FETCH_ASSOC));
};
echo $columns(), ' ', $columns(), "\n";
for ($i = 0; $i < 3; $i++) {
    $other->exec("ALTER TABLE pool_stmt_cache_stale_again ADD COLUMN b$i INT");
    echo $columns(), ' ', $columns(), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP TABLE IF EXISTS pool_stmt_cache_stale_again');
?>
--EXPECT--
1 1
2 2
3 3
4 4
