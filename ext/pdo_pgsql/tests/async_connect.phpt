--TEST--
Connecting suspends the coroutine through name resolution, TCP and authentication
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

/* A server that hangs up once it was connected to. It is run by the same thread, so connect must not block it. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$accepting = Async\spawn(function () use ($server) {
    $client = stream_socket_accept($server, 60);
    $packet = fread($client, 8);
    fclose($client);
    return strlen($packet);
});
$connecting = Async\spawn(function () use ($port) {
    try {
        new PDO(pgsql_dsn_at('127.0.0.1', $port) . ' sslmode=disable gssencmode=disable');
    } catch (PDOException $e) {
        return str_replace($port, 'PORT', strtok($e->getMessage(), "\n"));
    }
});
var_dump(Async\await($accepting));
var_dump(Async\await($connecting));

/* Names, several of them, and one that nobody knows. */
$named = preg_match('/host=127\.0\.0\.1\b/', getenv('PDOTEST_DSN')) ? str_replace('host=127.0.0.1', 'host=%s', getenv('PDOTEST_DSN')) : null;
foreach (['localhost', 'name.invalid,localhost'] as $host) {
    var_dump(Async\await(Async\spawn(function () use ($named, $host) {
        $db = $named ? new PDO(sprintf($named, $host)) : pgsql_connect();
        return $db->query('SELECT 1')->fetchColumn();
    })));
}
try {
    Async\await(Async\spawn(fn() => new PDO(pgsql_dsn_at('name.invalid', 5432))));
} catch (PDOException $e) {
    echo preg_replace('/address: .*/s', 'address: ...', $e->getMessage()), "\n";
}
/* Errors of the server and of the string itself. */
foreach ([getenv('PDOTEST_DSN') . ' dbname=no_such_database', 'pgsql:nonsense'] as $dsn) {
    $messages = [];
    $attempt = function () use ($dsn, &$messages) {
        try {
            new PDO($dsn);
        } catch (PDOException $e) {
            $messages[] = $e->getMessage();
        }
    };
    $attempt();
    Async\await(Async\spawn($attempt));
    var_dump(count($messages), $messages[0] === $messages[1]);
}
?>
--EXPECTF--
int(8)
string(%d) "SQLSTATE[08006] [7] connection to server at "127.0.0.1", port PORT failed: server closed the connection unexpectedly"
int(1)
int(1)
SQLSTATE[08006] [7] could not translate host name "name.invalid" to address: ...
int(2)
bool(true)
int(2)
bool(true)
