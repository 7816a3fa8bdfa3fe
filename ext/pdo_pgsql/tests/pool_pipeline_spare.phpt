--TEST--
Statements share a connection only when the pool has none to spare
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

echo "Two at once, one of which waits for a lock, whose holder waits for the other:\n";
$p = new Pipeline(max: 3, pipeline: 8);
Async\await(Async\spawn(function () use ($p) {
    $p->db->beginTransaction();
    $p->db->exec("LOCK TABLE $p->table IN ACCESS EXCLUSIVE MODE");
    $reader = $p->reader('reader');
    $p->show($p->spawn('other', fn() => $p->db->query('SELECT 1')->fetchColumn()));
    $p->db->commit();
    $p->show($reader);
}));
unset($p);

echo "One after the other:\n";
$p = new Pipeline(max: 4, pipeline: 8);
Async\await(Async\spawn(function () use ($p) {
    for ($i = 0; $i < 50; $i++) {
        $p->db->query('SELECT 1')->fetchColumn();
    }
}));
printf("%d connection\n", $p->stat('created'));
unset($p);

echo "Who has left does not wait:\n";
$p = new Pipeline(max: 1, pipeline: 2, options: [PDO::ATTR_POOL_MAX_WAITERS => 1]);
$end = new Async\Channel(1);
$holder = $p->spawn('holder', function () use ($p, $end) {
    $p->db->beginTransaction();
    $p->db->exec('SELECT 1');
    $end->recv();
    return $p->db->commit();
});
while ($p->stat('active') < 1) {
    Async\delay(1);
}
$reader = $p->reader('reader');
while ($p->stat('waiting') < 1) {
    Async\delay(1);
}
$reader->cancel();
$p->show($reader);
Async\delay(1);
$waiter = $p->spawn('waiter', fn() => $p->db->exec('SELECT 1'));
while ($p->stat('waiting') < 1) {
    Async\delay(1);
}
$end->send('now');
$p->show($holder, $waiter);
?>
--EXPECT--
Two at once, one of which waits for a lock, whose holder waits for the other:
other: 1
reader: [1,2,3]
One after the other:
1 connection
Who has left does not wait:
reader: cancelled
holder: true
waiter: 0
