--TEST--
ODBC pool: a forked child neither uses nor ends the connections of its parent
--EXTENSIONS--
pdo
pdo_odbc
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/pool.inc';
odbc_server();
$db = odbc_pool();
$session = fn() => odbc_session($db);
$idle = Async\await(Async\spawn($session));
$query = odbc_is('postgres') ? 'SELECT pg_backend_pid()' : 'SELECT CONNECTION_ID()';
$statement = $db->query($query);
$tied = $statement->fetchColumn();
$child = pcntl_fork();
if ($child === 0) {
    $mine = $session();
    echo 'child: ', in_array($mine, [$idle, $tied]) ? 'used a connection of its parent' : 'has its own', "\n";
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
var_dump(odbc_session($db) === $tied);
$statement->execute();
var_dump($statement->fetchColumn() === $tied);
$statement = null;
var_dump(in_array(Async\await(Async\spawn($session)), [$idle, $tied]));
?>
--EXPECT--
child: has its own
int(0)
bool(true)
bool(true)
bool(true)
