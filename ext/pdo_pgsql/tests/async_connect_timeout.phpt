--TEST--
PDO::ATTR_TIMEOUT limits a connect that suspends
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
require __DIR__ . '/async.inc';
/* It accepts, by the backlog, and never answers. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$messages = [];
$attempt = function () use ($port, &$messages) {
    try {
        new PDO(pgsql_dsn_at('127.0.0.1', $port) . ' sslmode=disable gssencmode=disable', null, null, [PDO::ATTR_TIMEOUT => 2]);
    } catch (PDOException $e) {
        $messages[] = str_replace($port, 'PORT', $e->getMessage());
    }
};
$attempt();
Async\await(Async\spawn($attempt));
echo $messages[1], "\n";
var_dump($messages[0] === $messages[1]);
?>
--EXPECT--
SQLSTATE[08006] [7] connection to server at "127.0.0.1", port PORT failed: timeout expired
bool(true)
