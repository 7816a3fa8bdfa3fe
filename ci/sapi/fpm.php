<?php
/* FPM with a pooled PDO, over FastCGI and against the server of PDO_PGSQL_TEST_DSN:
 *
 *   php ci/sapi/fpm.php PHP-FPM [--requests=N] [-- OPTION OF PHP-FPM...]
 *
 * 1 000 requests by two workers, in turn: one that ends well, one that leaves its transactions open, exit() and a fatal
 * error with transactions open, an exception that nobody catches, coroutines that are still at work when the script is over.
 * After them the server has no connection of FPM left, and the workers are as big as after the first 200. Then a
 * coroutine that never ends outlives its script: request_terminate_timeout ends it, and with it its connection.
 * Prints `ok - ...` or `not ok - ...` lines. */

require __DIR__ . '/fastcgi.php';

const KINDS = ['well', 'open', 'exit', 'fatal', 'exception', 'later'];
const NAME = 'fpm_test';
/* What a worker may grow by between request 200 and the last one, in kB. */
const MAX_GROWTH = 1024;

$failed = 0;

function check(bool $right, string $title, mixed $found = null): void
{
    global $failed;
    echo $right ? 'ok - ' : 'not ok - ', $title, $right ? '' : ' (' . json_encode($found) . ')', "\n";
    $failed += $right ? 0 : 1;
}

/* Waits for a condition; false: it has not come true within a minute. */
function wait_for(callable $condition): bool
{
    for ($end = hrtime(true) + 60e9; hrtime(true) < $end; usleep(20000)) {
        if ($condition()) {
            return true;
        }
    }
    return false;
}

/* --- FPM --- */

function configuration(string $dir): string
{
    $pool = fn (string $name, string $more) => "[$name]\nlisten = $dir/$name.sock\npm = static\npm.max_children = 2\n"
        . "clear_env = no\ncatch_workers_output = no\nphp_admin_value[error_log] = $dir/php.log\n"
        . "php_admin_flag[display_errors] = off\nphp_admin_flag[log_errors] = on\n$more\n";
    return "[global]\nerror_log = $dir/fpm.log\npid = $dir/fpm.pid\ndaemonize = no\nlog_limit = 4096\n"
        . $pool('www', '') . $pool('limited', 'request_terminate_timeout = 2s');
}

function start_fpm(string $dir, string $fpm, array $options)
{
    file_put_contents("$dir/fpm.conf", configuration($dir));
    $process = proc_open([$fpm, '-R', '-F', '-y', "$dir/fpm.conf", ...$options],
        [['file', '/dev/null', 'r'], ['file', "$dir/out.log", 'w'], ['file', "$dir/out.log", 'a']], $pipes);
    if (!wait_for(fn () => file_exists("$dir/limited.sock") || !proc_get_status($process)['running'])
            || !proc_get_status($process)['running']) {
        fwrite(STDERR, "fpm.php: FPM does not start:\n" . file_get_contents("$dir/out.log") . @file_get_contents("$dir/fpm.log"));
        exit(2);
    }
    return $process;
}

function end_fpm($process, string $dir): void
{
    proc_terminate($process, SIGTERM);
    wait_for(fn () => !proc_get_status($process)['running']);
    array_map('unlink', glob("$dir/*"));
    rmdir($dir);
}

/* --- looking from outside --- */

function connections(PDO $watcher): int
{
    return $watcher->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = '" . NAME . "'")->fetchColumn();
}

/* Memory in use by a worker, in kB. */
function size(int $pid): int
{
    preg_match('/^RssAnon:\s+(\d+)/m', file_get_contents("/proc/$pid/status"), $match);
    return (int) $match[1];
}

/* The number in the answer is the worker's process. */
function worker(array $answer): int
{
    return preg_match('/worker (\d+)/', $answer[0], $match) ? (int) $match[1] : 0;
}

/* --- what is tested --- */

/* Sizes by worker, after request 200 and at the end. */
function many_requests(FastCgi $fpm, int $requests, string $script): void
{
    $wrong = $early = $late = [];
    for ($i = 0; $i < $requests; $i++) {
        $kind = KINDS[$i % count(KINDS)];
        $answer = $fpm->request($script, "kind=$kind");
        $pid = worker($answer);
        if (!$answer[2] || !$pid || str_contains($answer[0], 'end of script') !== in_array($kind, ['well', 'open', 'exception', 'later'], true)) {
            $wrong[$kind] = $answer;
            continue;
        }
        if ($i >= min(200, $requests / 2)) {
            $early[$pid] ??= size($pid);
            $late[$pid] = size($pid);
        }
    }
    check(!$wrong, "$requests requests are answered as they should", $wrong);
    check(count($late) === 2, 'by the same two workers', array_keys($late));
    $growth = array_map(fn ($pid) => $late[$pid] - $early[$pid], array_keys($late));
    check($growth && max($growth) <= MAX_GROWTH, 'the workers do not grow', ['before' => $early, 'after' => $late]);
    echo '# kB at request 200 and at the end: ', json_encode([$early, $late]), "\n";
}

function terminated(FastCgi $fpm, PDO $watcher, string $script): void
{
    $answer = $fpm->request($script, 'kind=endless');
    $pid = worker($answer);
    check(!$answer[2], 'a coroutine that outlives its script keeps the request open', $answer);
    check(wait_for(fn () => !$pid || !file_exists("/proc/$pid")), 'request_terminate_timeout ends its worker');
    check(wait_for(fn () => connections($watcher) === 0), 'its connection is closed', connections($watcher));
    $answer = $fpm->request($script, 'kind=well');
    check($answer[2] && worker($answer) !== $pid, 'another worker takes its place', $answer);
}

$arguments = array_slice($argv, 1);
$options = [];
if (($end = array_search('--', $arguments, true)) !== false) {
    $options = array_splice($arguments, $end);
    array_shift($options);
}
$requests = 1000;
foreach ($arguments as $i => $argument) {
    if (str_starts_with($argument, '--requests=')) {
        $requests = (int) substr($argument, 11);
        unset($arguments[$i]);
    }
}
$dsn = getenv('PDO_PGSQL_TEST_DSN');
if (count($arguments) !== 1 || !$dsn) {
    fwrite(STDERR, "usage: php fpm.php PHP-FPM [--requests=N] [-- OPTION OF PHP-FPM...]; needs PDO_PGSQL_TEST_DSN\n");
    exit(2);
}
$dir = sys_get_temp_dir() . '/fpm-test-' . bin2hex(random_bytes(4));
mkdir($dir, 0700);
$watcher = new PDO($dsn);
$process = start_fpm($dir, reset($arguments), $options);
register_shutdown_function(fn () => end_fpm($process, $dir));
many_requests(new FastCgi("unix://$dir/www.sock"), $requests, __DIR__ . '/fpm_request.php');
check(wait_for(fn () => connections($watcher) === 0), 'the server has no connection of them left', connections($watcher));
terminated(new FastCgi("unix://$dir/limited.sock"), $watcher, __DIR__ . '/fpm_request.php');
$log = file_get_contents("$dir/fpm.log");
check(!preg_match('/SIGSEGV|SIGABRT|SIGBUS/', $log), 'no worker has crashed', $log);
exit($failed ? 1 : 0);
