--TEST--
A forked child does not make its parent deaf to connections that have never been waited for
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/async.inc';
$db = pgsql_pool(2, [PDO::ATTR_POOL_MIN => 2]);
Async\await(Async\spawn(fn() => $db->query('SELECT 1')->fetchAll()));
while ($db->getPool()->idleCount() < 2) {
    Async\delay(1);
}
$child = pcntl_fork();
if ($child === 0) {
    exit(0);
}
pcntl_waitpid($child, $status);
$ask = function (int $number) use ($db) {
    $db->beginTransaction();
    Async\delay(1);
    $answer = $db->query("SELECT $number")->fetchColumn();
    $db->commit();
    return $answer;
};
$both = [Async\spawn($ask, 1), Async\spawn($ask, 2)];
var_dump(Async\await($both[0]), Async\await($both[1]));
?>
--EXPECT--
int(1)
int(2)
