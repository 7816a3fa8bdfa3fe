--TEST--
A forked child neither uses nor ends the connections of its parent
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
posix
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
$db = pgsql_pool();
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$idle = Async\await(Async\spawn($pid));
$stmt = $db->query('SELECT pg_backend_pid()');
$tied = $stmt->fetchColumn();
$child = pcntl_fork();
if ($child === 0) {
    $mine = $pid();
    echo "child: ", in_array($mine, [$idle, $tied]) ? 'used a connection of its parent' : 'has its own', "\n";
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
var_dump($db->query('SELECT pg_backend_pid()')->fetchColumn() === $tied);
$stmt->execute();
var_dump($stmt->fetchColumn() === $tied);
$stmt = null;
var_dump(in_array(Async\await(Async\spawn($pid)), [$idle, $tied]));
?>
--EXPECT--
child: has its own
int(0)
bool(true)
bool(true)
bool(true)
