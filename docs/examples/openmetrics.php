<?php
/* Serves the statistics of connection pools in OpenMetrics text, under the names that OpenTelemetry gives them
 * (db.client.connection.*, with "_" for "." as OpenMetrics wants it):
 *
 *     $server = Async\spawn(serve_metrics(...), stream_socket_server('tcp://127.0.0.1:9090'), ['main' => $pdo->getPool()]);
 */

/** One family of metrics, of all pools: $samples(stats) gives [suffix, labels, value]. */
function metric(string $name, string $type, string $unit, string $help, array $pools, callable $samples): string
{
    $text = "# TYPE $name $type\n" . ($unit === '' ? '' : "# UNIT $name $unit\n") . "# HELP $name $help\n";
    foreach ($pools as $pool => $stats) {
        foreach ($samples($stats) as [$suffix, $labels, $value]) {
            $all = [];
            foreach (['db_client_connection_pool_name' => $pool] + $labels as $label => $content) {
                $all[] = $label . '="' . addcslashes($content, "\\\"\n") . '"';
            }
            $text .= $name . $suffix . '{' . implode(',', $all) . '} ' . $value . "\n";
        }
    }
    return $text;
}

/** A histogram in seconds, of times in milliseconds whose buckets do not overlap. */
function histogram(array $times): array
{
    $samples = [];
    $count = 0;
    foreach ($times['buckets_ms'] as $bound => $number) {
        $count += $number;
        $samples[] = ['_bucket', ['le' => $bound === 'inf' ? '+Inf' : sprintf('%.3f', $bound / 1000)], $count];
    }
    return [...$samples, ['_count', [], $count], ['_sum', [], sprintf('%.6f', $times['total_ms'] / 1000)]];
}

/** @param array<string, Async\Pool> $pools */
function openmetrics(array $pools): string
{
    $stats = array_map(fn(Async\Pool $pool) => $pool->getStats(), $pools);
    $name = 'db_client_connection';
    $text = metric("{$name}_count", 'gauge', '', 'Connections, by state.', $stats, fn($s) => [
        ['', ["{$name}_state" => 'used'], $s['active']], ['', ["{$name}_state" => 'idle'], $s['idle']]]);
    $gauges = ['max' => ['max', 'Connections that there may be.'], 'idle_min' => ['min', 'Connections that are kept.'],
        'pending_requests' => ['waiting', 'Coroutines that wait for a connection.']];
    foreach ($gauges as $suffix => [$key, $help]) {
        $text .= metric("{$name}_$suffix", 'gauge', '', $help, $stats, fn($s) => [['', [], $s[$key]]]);
    }
    $text .= metric("{$name}_timeouts", 'counter', '', 'Coroutines that got no connection in time.', $stats,
        fn($s) => [['_total', [], $s['timeouts']]]);
    foreach (['create' => 'connect', 'wait' => 'wait', 'use' => 'use'] as $what => $key) {
        $text .= metric("{$name}_{$what}_time_seconds", 'histogram', 'seconds', "Time to $what a connection.", $stats,
            fn($s) => histogram($s[$key]));
    }
    return "$text# EOF\n";
}

/** Answers every request with the metrics, until it is cancelled. */
function serve_metrics($server, array $pools): void
{
    while ($client = @stream_socket_accept($server, -1)) {
        Async\spawn(function () use ($client, $pools): void {
            while (!in_array(fgets($client), [false, "\r\n", "\n"], true)) {
            }
            $text = openmetrics($pools);
            fwrite($client, "HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"
                . 'Content-Length: ' . strlen($text) . "\r\nConnection: close\r\n\r\n$text");
            fclose($client);
        });
    }
}
