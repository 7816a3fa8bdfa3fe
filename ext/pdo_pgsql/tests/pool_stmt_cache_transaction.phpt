--TEST--
From libpq 17 on statements that are not kept are closed within a long transaction, too
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
if (version_compare(PDOTest::factory()->getAttribute(PDO::ATTR_CLIENT_VERSION), '17', '<')) {
    die('skip libpq before 17 cannot close a statement by the protocol');
}
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    for ($i = 0; $i < 30; $i++) {
        $stmt = $db->prepare("SELECT $i + ?::int");
        $stmt->execute([1]);
        unset($stmt);
    }
    $count = $db->query('SELECT COUNT(*) FROM pg_prepared_statements')->fetchColumn();
    /* Those that are kept, the one that counts, and one that goes with the next command. */
    var_dump($count <= 4);
    /* A statement that the server has closed by itself is no reason to end the transaction. */
    $db->exec('DO $$BEGIN EXECUTE \'DEALLOCATE ALL\'; END$$');
    for ($i = 0; $i < 3; $i++) {
        $db->prepare("SELECT 'other $i', ?::int")->execute([1]);
    }
    var_dump($db->inTransaction(), $db->commit());
}));
echo array_sum($db->getPool()->getStats()['destroyed']), " closed\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
0 closed
