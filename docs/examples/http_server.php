<?php
/* Usage: php docs/examples/http_server.php [PORT [VISITORS]]
 *
 * An HTTP server in one process: a coroutine for each request, one pooled PDO object for all of them. `/` is a page that
 * shows the pool live, `/stats` its numbers, `/work` a request that takes a connection for a while. VISITORS coroutines ask
 * the database all the time, so that there is something to see. The data source is that of ci/services/start. */

$pdo = new PDO(getenv('PDO_PGSQL_TEST_DSN'), options: [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 10,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5000,
]);

/** The body of the answer, and its type. */
function answer(string $path, PDO $pdo): array
{
    return match ($path) {
        '/' => [file_get_contents(__DIR__ . '/http_server.html'), 'text/html; charset=utf-8'],
        '/stats' => [json_encode($pdo->getPool()->getStats()), 'application/json'],
        '/work' => [work($pdo), 'text/plain'],
        default => [null, 'text/plain'],
    };
}

function work(PDO $pdo): string
{
    return $pdo->query('SELECT now()::text FROM pg_sleep(0.01 + 0.04 * random())')->fetchColumn() . "\n";
}

/** Reads one request, answers it, and closes. What one client does wrong concerns no other. */
function serve($client, PDO $pdo): void
{
    stream_set_timeout($client, 5);
    $path = explode(' ', (string) fgets($client))[1] ?? '';
    while (!in_array(fgets($client), [false, "\r\n", "\n"], true)) {
    }
    try {
        [$body, $type] = answer(strtok($path, '?'), $pdo);
        $status = $body === null ? '404 Not Found' : '200 OK';
    } catch (PDOException $e) {
        [$status, $body, $type] = ['503 Service Unavailable', "try again later\n", 'text/plain'];
    }
    $body ??= "nothing here\n";
    @fwrite($client, "HTTP/1.1 $status\r\nContent-Type: $type\r\nContent-Length: " . strlen($body)
        . "\r\nConnection: close\r\n\r\n$body");
    fclose($client);
}

$server = stream_socket_server('tcp://127.0.0.1:' . ($argv[1] ?? 8080), $code, $error) ?: exit("$error\n");
for ($i = 0; $i < (int) ($argv[2] ?? 0); $i++) {
    Async\spawn(function () use ($pdo) {
        while (true) {
            work($pdo);
            Async\delay(random_int(1, 40));
        }
    });
}
echo 'http://', stream_socket_get_name($server, false), "/\n";
while ($client = @stream_socket_accept($server, -1)) {
    Async\spawn(serve(...), $client, $pdo);
}
