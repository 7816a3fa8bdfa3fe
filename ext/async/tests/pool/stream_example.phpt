--TEST--
A hundred coroutines share twenty connections to a server
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tcp://' . stream_socket_get_name($server, false);
$accepted = 0;
$serving = Async\spawn(function () use ($server, &$accepted) {
    while ($client = @stream_socket_accept($server, 3600)) {
        $accepted++;
        Async\spawn(function () use ($client) {
            while (($line = fgets($client)) !== false) {
                fwrite($client, strrev(trim($line)) . "\n");
            }
        });
    }
});

$pool = new Async\Pool(
    factory: fn() => stream_socket_client($address),
    destructor: fn($connection) => fclose($connection),
    beforeRelease: fn($connection) => !feof($connection),
    max: 20,
);
$tasks = [];
for ($i = 0; $i < 100; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, $i) {
        $connection = $pool->acquire();
        try {
            fwrite($connection, "request $i\n");
            return trim(fgets($connection));
        } finally {
            $pool->release($connection);
        }
    });
}
[$answers, $errors] = Async\await_all($tasks);
echo count($errors), " errors\n";
foreach ($answers as $i => $answer) {
    if ($answer !== strrev("request $i")) {
        echo "wrong answer to $i: $answer\n";
    }
}
echo count($answers), " answers over $accepted connections\n";
counts($pool);
$pool->close();
counts($pool);
$serving->cancel();
?>
--EXPECT--
0 errors
100 answers over 20 connections
counts: idle 20, active 0, connecting 0, waiting 0, created 20, destroyed: none
counts: idle 0, active 0, connecting 0, waiting 0, created 20, destroyed: closed 20
