<?php
/* Stands before a server and makes connecting slow: php slow_door.php PORT MILLISECONDS. Prints the port that it listens on, on
 * 127.0.0.1; each connection is passed on to PORT after that time. It ends with its standard input. */

use function Async\{delay, spawn};

[, $port, $milliseconds] = $argv;

function pass_on($from, $to): void
{
    while (($bytes = @fread($from, 65536)) !== false && $bytes !== '') {
        @fwrite($to, $bytes);
    }
    @stream_socket_shutdown($to, STREAM_SHUT_WR);
}

function open_late($client, int $port, int $milliseconds): void
{
    delay($milliseconds);
    $server = stream_socket_client("tcp://127.0.0.1:$port");
    spawn(pass_on(...), $server, $client);
    pass_on($client, $server);
}

$door = stream_socket_server('tcp://127.0.0.1:0', context: stream_context_create(['socket' => ['backlog' => 200]]));
echo explode(':', stream_socket_get_name($door, false))[1], "\n";
spawn(function () {
    fgets(STDIN);
    exit;
});
while ($client = stream_socket_accept($door, -1)) {
    spawn(open_late(...), $client, (int) $port, (int) $milliseconds);
}
