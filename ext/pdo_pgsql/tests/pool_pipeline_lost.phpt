--TEST--
A lost connection fails all statements that were on it, and none is sent again
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
$third = $p->spawn('third', function () use ($p) {
    $statement = $p->db->prepare('SELECT 3');
    try {
        $statement->execute();
    } catch (PDOException $e) {
        return [$e->getCode() === $statement->errorCode(), $statement->errorInfo()[2] > ''];
    }
});
$p->wait_until_sent(3);
$waiting = $p->spawn('waiting', fn() => $p->db->query('SELECT 4')->fetchColumn());
$p->plain->exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '$p->table'");
foreach ([$first, $second] as $coroutine) {
    echo preg_match('/: (57P01|08006)$/', Async\await($coroutine)) ? "lost\n" : "not lost\n";
}
$p->show($third, $waiting);
$p->unlock();
$p->show($p->reader('afterwards'));
printf("%d sent, %d lost, %d created\n", $p->stat('pipelined'), $p->stat('destroyed')['lost'], $p->stat('created'));
?>
--EXPECT--
lost
lost
third: [true,true]
waiting: 4
afterwards: [1,2,3]
5 sent, 1 lost, 2 created
