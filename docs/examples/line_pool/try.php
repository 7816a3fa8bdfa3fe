<?php
/* Usage: php -d extension=line_pool.so docs/examples/line_pool/try.php
 *
 * A server that turns lines around, in a coroutine, and fifty others that ask it over at most four connections. */

$path = sys_get_temp_dir() . '/line-pool-' . getmypid();
$server = stream_socket_server("unix://$path");
$accepting = Async\spawn(function () use ($server) {
    while ($client = @stream_socket_accept($server, -1)) {
        Async\spawn(function () use ($client) {
            while (($line = fgets($client)) !== false) {
                Async\delay(2);
                @fwrite($client, strrev(trim($line)) . "\n");   // who asked may be gone
            }
        });
    }
});

$lines = new LinePool($path, 4);
$answers = Async\await_all_or_fail(array_map(fn($i) => Async\spawn(fn() => $lines->ask("line $i")), range(1, 50)));
$stats = $lines->getPool()->getStats();
printf("%s ... %s, %d connections, asked %d times\n", $answers[0], $answers[49], $stats['created'], $stats['acquired']);

/* Cancelled in the middle of a question: the connection is not used again. */
$asking = Async\spawn(fn() => $lines->ask('never mind'));
Async\suspend();
$asking->cancel();
Async\await_all([$asking]);
echo $lines->ask('again'), ', discarded: ', $lines->getPool()->getStats()['destroyed']['discarded'], "\n";

unset($lines);
$accepting->cancel();
unlink($path);
