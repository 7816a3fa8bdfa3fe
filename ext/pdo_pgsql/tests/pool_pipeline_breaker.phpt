--TEST--
Statements that share connections, and a pool that is closed, not available or recovering
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
$p = new Pipeline(max: 2, pipeline: 2);
$pool = $p->db->getPool();
$readers = fn(int $count) => array_map(fn($number) => $p->spawn("reader $number",
    fn() => $p->db->query("SELECT $number")->fetchColumn()), range(1, $count));

echo "Recovering: one at a time, none over a shared connection\n";
$pool->recover();
$sent = $p->stat('pipelined');
$p->show(...$readers(5));
printf("%d shared\n", $p->stat('pipelined') - $sent);

echo "Not available\n";
$pool->deactivate();
$p->show(...$readers(2));

echo "Active again\n";
$pool->activate();
$p->show(...$readers(5));

echo "Not available while some wait\n";
$p->lock();
$sent = $p->stat('pipelined');
$blocked = [];
for ($i = 0; $i < 4; $i++) {
    $blocked[] = $p->reader('blocked');
}
$p->wait_until_sent($sent + 4);
$waiting = $readers(1);
while ($p->stat('waiting') < 1) {
    Async\delay(1);
}
$pool->deactivate();
$p->unlock();
$p->show(...$blocked, ...$waiting);
$pool->activate();

echo "Closed\n";
$p->lock();
$sent = $p->stat('pipelined');
$blocked = $p->reader('blocked');
$p->wait_until_sent($sent + 1);
$pool->close();
$p->show(...$readers(1));
$p->unlock();
$p->show($blocked);
?>
--EXPECT--
Recovering: one at a time, none over a shared connection
reader 1: 1
reader 2: 2
reader 3: 3
reader 4: 4
reader 5: 5
0 shared
Not available
reader 1: 08004
reader 2: 08004
Active again
reader 1: 1
reader 2: 2
reader 3: 3
reader 4: 4
reader 5: 5
Not available while some wait
blocked: [1,2,3]
blocked: [1,2,3]
blocked: [1,2,3]
blocked: [1,2,3]
reader 1: 08004
Closed
reader 1: 08004
blocked: [1,2,3]
