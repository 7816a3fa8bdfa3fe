--TEST--
PDO pool: the example that serves statistics in OpenMetrics text keeps the rules of that format
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (!PDOPoolTest::example('openmetrics.php')) die('skip the documents are not here');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';
require PDOPoolTest::example('openmetrics.php');

/** name => [type, samples], samples: [name, labels, value]; dies at what the format does not allow. */
function parse(string $text): array
{
    $families = [];
    $lines = explode("\n", $text);
    array_pop($lines) === '' || die('no end of line at the end');
    array_pop($lines) === '# EOF' || die('no # EOF');
    foreach ($lines as $line) {
        if (preg_match('/^# (TYPE|UNIT|HELP) ([a-z_][a-z0-9_]*) (.+)$/', $line, $m)) {
            if ($m[1] === 'TYPE') {
                isset($families[$m[2]]) && die("family twice: $line");
                $families[$current = $m[2]] = ['type' => $m[3], 'samples' => []];
            } elseif ($m[2] !== $current || $families[$current]['samples']) {
                die("in the wrong place: $line");
            }
            if ($m[1] === 'UNIT' && !str_ends_with($m[2], "_$m[3]")) {
                die("name without its unit: $line");
            }
            continue;
        }
        preg_match('/^([a-z_][a-z0-9_]*)\{(.*)\} ([0-9.]+)$/', $line, $m) || die("what is $line");
        str_starts_with($m[1], $current) || die("not of the family: $line");
        $suffixes = ['gauge' => [''], 'counter' => ['_total'], 'histogram' => ['_bucket', '_count', '_sum']];
        in_array(substr($m[1], strlen($current)), $suffixes[$families[$current]['type']], true) || die("suffix: $line");
        preg_match_all('/([a-z_]+)="((?:[^"\\\\\n]|\\\\["\\\\n])*)"(?:,|$)/', $m[2], $labels);
        implode('', $labels[0]) === $m[2] || die("labels: $line");
        $families[$current]['samples'][] = [$m[1], array_combine($labels[1], array_map(stripcslashes(...), $labels[2])), (float) $m[3]];
    }
    return $families;
}

/** Buckets grow, the last is +Inf, and _count says the same. */
function check_histogram(string $name, array $samples): int
{
    $last = -1;
    $bound = -INF;
    foreach ($samples as [$sample, $labels, $value]) {
        if ($sample === "{$name}_bucket") {
            $le = $labels['le'] === '+Inf' ? INF : (float) $labels['le'];
            $le > $bound && $value >= $last || die("$name: bucket $labels[le]");
            [$bound, $last] = [$le, $value];
        } elseif ($sample === "{$name}_count") {
            $bound === INF && $value === $last || die("$name: _count $value, +Inf $last");
        }
    }
    return (int) $last;
}

$name = "a \"pool\"\\\n";
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 3000]);
/* One coroutine holds each connection, and a third gets none. */
$gate = new Async\Channel();
$hold = function () use ($db, $gate) {
    $db->beginTransaction();
    PDOPoolTest::touch($db);
    $gate->recv();
    $db->rollBack();
};
$holders = [Async\spawn($hold), Async\spawn($hold)];
while ($db->getPool()->activeCount() < 2) {
    Async\delay(1);
}
echo substr(PDOPoolTest::outcome(Async\spawn(fn() => PDOPoolTest::touch($db))), 0, 29), "\n";

$server = stream_socket_server('tcp://127.0.0.1:0');
$serving = Async\spawn(serve_metrics(...), $server, [$name => $db->getPool()]);
$get = function () use ($server): string {
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    fwrite($client, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    [$head, $text] = explode("\r\n\r\n", stream_get_contents($client), 2);
    preg_match('/^HTTP\/1.1 200 .*Content-Type: application\/openmetrics-text;.*Content-Length: (\d+)/s', $head, $m)
        && (int) $m[1] === strlen($text) || die($head);
    return $text;
};
$show = function (array $families) use ($name): void {
    foreach ($families as $family => ['type' => $type, 'samples' => $samples]) {
        foreach ($samples as [, $labels]) {
            $labels['db_client_connection_pool_name'] === $name || die('name of the pool');
        }
        echo "$family ($type): ", $type === 'histogram' ? (check_histogram($family, $samples) > 0 ? 'counted' : 'nothing')
            : implode(', ', array_map(fn($s) => (($s[1]['db_client_connection_state'] ?? '') . " $s[2]"), $samples)), "\n";
    }
};
$show(parse($get()));
$gate->send(1);
$gate->send(1);
Async\await_all($holders);
echo "-\n";
$families = parse($get());
echo check_histogram('db_client_connection_use_time_seconds', $families['db_client_connection_use_time_seconds']['samples']) >= 2
    ? 'used' : 'not used', "\n";
$serving->cancel();
$db->getPool()->close();
?>
--EXPECT--
PDOException: SQLSTATE[HYT00]
db_client_connection_count (gauge): used 2, idle 0
db_client_connection_max (gauge):  2
db_client_connection_idle_min (gauge):  0
db_client_connection_pending_requests (gauge):  0
db_client_connection_timeouts (counter):  1
db_client_connection_create_time_seconds (histogram): counted
db_client_connection_wait_time_seconds (histogram): counted
db_client_connection_use_time_seconds (histogram): nothing
-
used
