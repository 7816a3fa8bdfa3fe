--TEST--
Cancelling one of several statements on a connection: the others do not notice
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
$p = new Pipeline(max: 1, pipeline: 3);
$p->lock();
$first = $p->reader('first');
$p->wait_until_sent(1);
$second = $p->spawn('second', fn() => $p->db->query('SELECT 2')->fetchColumn());
$p->wait_until_sent(2);
$third = $p->spawn('third', fn() => $p->db->query('SELECT 3')->fetchColumn());
$p->wait_until_sent(3);
$waiting = $p->spawn('waiting', fn() => $p->db->query('SELECT 4')->fetchColumn());
$last = $p->spawn('last', fn() => $p->db->query('SELECT 5')->fetchColumn());
while ($p->stat('waiting') < 2) {
    Async\delay(1);
}
$second->cancel();
$waiting->cancel();
$p->show($second, $waiting);
printf("%d sent\n", $p->stat('pipelined'));
$p->unlock();
$p->show($first, $third, $last);
printf("%d sent, %d closed\n", $p->stat('pipelined'), array_sum($p->stat('destroyed')));

echo "The oldest one:\n";
$p->lock();
$first = $p->reader('first');
$p->wait_until_sent(5);
$second = $p->spawn('second', fn() => $p->db->query('SELECT 2')->fetchColumn());
$p->wait_until_sent(6);
$first->cancel();
$p->show($first);
$p->unlock();
$p->show($second);
printf("%d closed\n", array_sum($p->stat('destroyed')));

echo "The only one, and all of them:\n";
$p->lock();
foreach ([1, 3] as $count) {
    $sent = $p->stat('pipelined');
    $readers = [];
    for ($i = 0; $i < $count; $i++) {
        $readers[] = $p->reader('reader');
    }
    $p->wait_until_sent($sent + $count);
    foreach ($readers as $reader) {
        $reader->cancel();
    }
    $p->show(...$readers);
    $p->wait_until_quiet();
    printf("%d interrupted\n", $p->stat('destroyed')['interrupted']);
}
$p->unlock();
$p->show($p->reader('reader'));
?>
--EXPECT--
second: cancelled
waiting: cancelled
3 sent
first: [1,2,3]
third: 3
last: 5
4 sent, 0 closed
The oldest one:
first: cancelled
second: 2
0 closed
The only one, and all of them:
reader: cancelled
1 interrupted
reader: cancelled
reader: cancelled
reader: cancelled
2 interrupted
reader: [1,2,3]
