--TEST--
A large object that cannot be opened is an error, not NULL
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
$watcher = pgsql_connect();
$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);

$read = function (callable $between) use ($db) {
    $db->beginTransaction();
    $oid = $db->lobCreate();
    $stmt = $db->query("SELECT $oid::oid");
    $stmt->bindColumn(1, $object, PDO::PARAM_LOB);
    $between($oid);
    try {
        $stmt->fetch(PDO::FETCH_BOUND);
        echo is_resource($object) ? 'there' : 'not there, without a word', "\n";
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
    $object = $stmt = null;
    $db->rollBack();
};
$ways = [
    fn($oid) => null,
    fn($oid) => $db->lobUnlink($oid),
    fn($oid) => $watcher->query("SELECT pg_terminate_backend({$db->getPid()}, 5000)")->fetchAll(),
];
foreach ($ways as $between) {
    $read($between);
    Async\await(Async\spawn($read, $between));
}
?>
--EXPECT--
there
there
HY000
HY000
08006
08006
