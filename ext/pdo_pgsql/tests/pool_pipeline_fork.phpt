--TEST--
A forked child has wires of its own, and its parent keeps its own
--EXTENSIONS--
pcntl
posix
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
$p = new Pipeline(max: 2, pipeline: 3);
$statement = Async\await(Async\spawn(function () use ($p) {
    $statement = $p->db->prepare('SELECT ?::int');
    $statement->execute([5]);
    return $statement;
}));
$p->lock();
$readers = [$p->reader('reader'), $p->reader('reader'), $p->reader('reader')];
$p->wait_until_sent(4);
$child = Async\await(Async\spawn(function () use ($p, $statement) {
    $pid = pcntl_fork();
    if ($pid !== 0) {
        return $pid;
    }
    $statement->execute([6]);
    printf("child: %d, %d\n", $statement->fetchColumn(), $p->db->query('SELECT 7')->fetchColumn());
    posix_kill(getmypid(), SIGKILL);
}));
pcntl_waitpid($child, $status);
$p->unlock();
$p->show(...$readers);
$p->show($p->spawn('parent', function () use ($statement) {
    $statement->execute([8]);
    return $statement->fetchColumn();
}));
?>
--EXPECT--
child: 6, 7
reader: [1,2,3]
reader: [1,2,3]
reader: [1,2,3]
parent: 8
