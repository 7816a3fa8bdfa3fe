--TEST--
Statements of several coroutines share a connection, and each has its own rows, counts and errors
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
$p = new Pipeline(max: 1, pipeline: 4);
$p->lock();
$reader = $p->reader('reader');
$p->wait_until_sent(1);
$others = [
    $p->spawn('error', fn() => $p->db->query('SELECT 1 / 0')),
    $p->spawn('prepared', function () use ($p) {
        $statement = $p->db->prepare('SELECT ?::int AS a, ?::text AS b UNION ALL SELECT 0, NULL');
        $statement->execute([7, 'seven']);
        return [$statement->rowCount(), $statement->columnCount(), $statement->fetchAll(PDO::FETCH_ASSOC)];
    }),
    $p->spawn('object', fn() => $p->db->query("SELECT 1 AS x, true AS y, NULL AS z")->fetchObject()),
    $p->spawn('in line', fn() => $p->db->query("SELECT 'the fifth'")->fetchColumn()),
    $p->spawn('after an error', function () use ($p) {
        try {
            $p->db->query('SELECT nothing');
        } catch (PDOException) {
        }
        return [$p->db->errorCode(), $p->db->errorInfo()[0], $p->db->query('SELECT 1')->fetchColumn(), $p->db->errorCode()];
    }),
];
$p->wait_until_sent(4);
printf("%d sent over %d connection\n", $p->stat('pipelined'), $p->stat('created'));
$p->unlock();
$p->show($reader, ...$others);
printf("%d sent over %d connection, %d closed\n", $p->stat('pipelined'), $p->stat('created'), array_sum($p->stat('destroyed')));
?>
--EXPECT--
4 sent over 1 connection
reader: [1,2,3]
error: 22012
prepared: [2,2,[{"a":7,"b":"seven"},{"a":0,"b":null}]]
object: {"x":1,"y":true,"z":null}
in line: "the fifth"
after an error: ["42703","42703",1,"00000"]
7 sent over 1 connection, 0 closed
