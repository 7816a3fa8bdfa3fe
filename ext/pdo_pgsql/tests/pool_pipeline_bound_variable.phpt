--TEST--
PDO PgSQL pool: a bound variable may change while a pipelined statement waits in line
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

$p = new Pipeline(1, 2);
$p->lock();
$readers = [$p->reader('first'), $p->reader('second')];
$p->wait_until_sent(2);

/* There is no room on the only connection. */
$value = str_repeat('a', 60);
$third = $p->spawn('third', function () use ($p, &$value) {
    $statement = $p->db->prepare('SELECT ?::text');
    $statement->bindParam(1, $value);
    $statement->execute();
    return $statement->fetchColumn();
});
while (!$third->isSuspended()) {
    Async\suspend();
}
$value = 'new';
$taken = array_map(fn() => str_repeat('!', 60), range(1, 50));
$p->unlock();
$p->show(...$readers, ...[$third]);
?>
--EXPECT--
first: [1,2,3]
second: [1,2,3]
third: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
