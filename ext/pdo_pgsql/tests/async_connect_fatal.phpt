--TEST--
A connection that is being made when a fatal error ends the request is closed with it
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
/* A process that outlives its requests: the server of the command line. */
require __DIR__ . '/async.inc';

function listen(): array
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    return [$server, (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1)];
}

[$database, $database_port] = listen();
[$control, $control_port] = listen();
[$free, $http_port] = listen();
fclose($free);

$script = __DIR__ . '/async_connect_fatal.tmp.php';
$dsn = var_export(pgsql_dsn_at('127.0.0.1', $database_port) . ' sslmode=disable gssencmode=disable', true);
file_put_contents($script, <<<PHP
    <?php
    Async\\spawn(fn() => new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => isset(\$_GET['pool']), PDO::ATTR_POOL_MIN => 1]));
    fgets(stream_socket_client('tcp://127.0.0.1:$control_port'));
    ini_set('memory_limit', '32M');
    str_repeat('x', 1 << 28);
    PHP);

$php = proc_open([PHP_BINARY, '-n', '-d', 'display_errors=0', '-d', 'extension_dir=' . ini_get('extension_dir'),
    '-S', "127.0.0.1:$http_port", $script], [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
do {
    usleep(10000);
    $http = @stream_socket_client("tcp://127.0.0.1:$http_port");
} while (!$http);

foreach (['/', '/?pool'] as $path) {
    $http ??= stream_socket_client("tcp://127.0.0.1:$http_port");
    fwrite($http, "GET $path HTTP/1.0\r\n\r\n");
    $client = stream_socket_accept($database, 60);
    fread($client, 8);
    $line = stream_socket_accept($control, 60);
    fwrite($line, "go on\n");
    echo strtok(stream_get_contents($http), "\r"), "\n";
    $http = null;
    stream_set_timeout($client, 10);
    fread($client, 1000);
    fread($client, 1000);
    echo 'closed: ', json_encode(feof($client)), ', running: ', json_encode(proc_get_status($php)['running']), "\n";
}
proc_terminate($php);
proc_close($php);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/async_connect_fatal.tmp.php');
?>
--EXPECT--
HTTP/1.0 500 Internal Server Error
closed: true, running: true
HTTP/1.0 500 Internal Server Error
closed: true, running: true
