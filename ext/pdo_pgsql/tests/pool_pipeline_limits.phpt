--TEST--
Time limits and the number of those who wait, for statements that share connections
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
require __DIR__ . '/pool_pipeline.inc';
echo "PDO::ATTR_POOL_QUERY_TIMEOUT:\n";
$p = new Pipeline(max: 1, pipeline: 3, options: [PDO::ATTR_POOL_QUERY_TIMEOUT => 1000]);
$p->lock();
$reader = $p->spawn('reader', function () use ($p) {
    try {
        $p->db->query("SELECT id FROM $p->table");
    } catch (PDOException $e) {
        return [$e->getMessage(), $e->errorInfo, $p->db->errorCode()];
    }
});
$p->show($reader);
$p->wait_until_quiet();
printf("%d late, %d interrupted\n", $p->stat('query_timeouts'), $p->stat('destroyed')['interrupted']);
$p->unlock();
$p->show($p->reader('afterwards'));
unset($p);

echo "PDO::ATTR_POOL_ACQUIRE_TIMEOUT:\n";
$p = new Pipeline(max: 1, pipeline: 2, options: [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1000, PDO::ATTR_POOL_MIN => 1]);
$p->lock();
$first = $p->reader('first');
$second = $p->reader('second');
$p->wait_until_sent(2);
$p->show($p->spawn('third', function () use ($p) {
    try {
        $p->db->query('SELECT 1');
    } catch (PDOException $e) {
        return [$e->getCode(), get_class($e->getPrevious()), $p->db->errorCode()];
    }
}));
$p->unlock();
$p->show($first, $second);
unset($p);

echo "PDO::ATTR_POOL_MAX_WAITERS:\n";
$p = new Pipeline(max: 1, pipeline: 2, options: [PDO::ATTR_POOL_MAX_WAITERS => 1]);
$p->lock();
$first = $p->reader('first');
$second = $p->reader('second');
$p->wait_until_sent(2);
$third = $p->reader('third');
while ($p->stat('waiting') < 1) {
    Async\delay(1);
}
$p->show($p->reader('fourth'));
$p->unlock();
$p->show($first, $second, $third);
unset($p);

echo "Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY:\n";
$p = new Pipeline(max: 2, pipeline: 10, options: [Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => 0]);
$p->lock();
$reader = $p->reader('reader');
$p->wait_until_sent(1);
Async\delay(2);
$others = [];
for ($i = 0; $i < 5; $i++) {
    $others[] = $p->spawn('beside', fn() => $p->db->query('SELECT 1')->fetchColumn());
}
$p->show(...$others);
$p->unlock();
$p->show($reader);
?>
--EXPECT--
PDO::ATTR_POOL_QUERY_TIMEOUT:
reader: ["SQLSTATE[HYT00]: Timeout expired: The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)",["HYT00",0,"The call took longer than PDO::ATTR_POOL_QUERY_TIMEOUT (1000 ms)"],"HYT00"]
1 late, 1 interrupted
afterwards: [1,2,3]
PDO::ATTR_POOL_ACQUIRE_TIMEOUT:
third: ["HYT00","Async\\PoolTimeoutException","HYT00"]
first: [1,2,3]
second: [1,2,3]
PDO::ATTR_POOL_MAX_WAITERS:
fourth: 08004
first: [1,2,3]
second: [1,2,3]
third: [1,2,3]
Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY:
beside: 1
beside: 1
beside: 1
beside: 1
beside: 1
reader: [1,2,3]
