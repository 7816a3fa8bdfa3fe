<?php
/* Makes the report of what ci/bench/report/measure has written: php document.php DIR COMMIT. Reads DIR/points.jsonl and DIR/targets;
 * writes DIR/bench.json, DIR/bench.md and charts DIR/bench-*.svg. The median of the rounds counts. */

require __DIR__ . '/chart.php';

[, $dir, $commit] = $argv;

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values) - 1, 2)];
}

/* Rounds of the same point become one. */
function points(string $file): array
{
    $groups = [];
    foreach (file($file) as $line) {
        $run = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
        $key = implode(' ', array_intersect_key($run, array_flip(['figure', 'database', 'way', 'coroutines'])));
        $groups[$key][] = $run;
    }
    return array_map(function (array $runs) {
        $point = ['rounds' => count($runs)] + $runs[0];
        foreach (array_keys(array_intersect_key($point, array_flip(['per_second', 'p50', 'p95', 'p99', 'ms']))) as $measure) {
            $point[$measure] = median(array_column($runs, $measure));
        }
        return $point;
    }, array_values($groups));
}

/* Lines `BENCH: WHAT VALUE ... target HOW LIMIT met|MISSED ...`, each bench in words of its own. */
function targets(string $file): array
{
    $targets = [];
    foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
        if (preg_match('/^([\w-]+): (?:\1: )?(.+?)\s+target\s+(.*?)\s*:?\s*(met|MISSED)/', $line, $m)) {
            $targets[] = ['bench' => $m[1], 'measured' => preg_replace('/\s+/', ' ', $m[2]), 'target' => preg_replace('/\s+/', ' ', trim($m[3])), 'met' => $m[4] === 'met'];
        }
    }
    return $targets;
}

function throughput(array $points, string $database, string $measure): array
{
    $series = [];
    foreach ($points as $point) {
        if ($point['figure'] === 'throughput' && $point['database'] === $database && isset($point[$measure])) {
            $series[$point['way']][$point['coroutines']] = $point[$measure];
        }
    }
    return $series;
}

/* A single connection is a level, not a point: it is drawn all along. */
function level(array $series): array
{
    $all = array_keys(array_replace(...array_values($series)));
    foreach ($series as $way => $points) {
        if ($way === 'blocking') {
            $series[$way] = array_fill_keys([min($all), max($all)], current($points));
        }
    }
    return $series;
}

function table(array $head, array $rows): string
{
    $line = fn (array $cells) => '| ' . implode(' | ', $cells) . ' |';
    return implode("\n", [$line($head), '|' . str_repeat('---|', count($head)), ...array_map($line, $rows)]) . "\n";
}

function throughput_table(array $points, string $database): string
{
    $series = throughput($points, $database, 'per_second');
    $p99 = throughput($points, $database, 'p99');
    $rows = [];
    foreach ([1, 10, 100, 1000, 10000] as $n) {
        $row = [number_format($n, 0, '', ' ')];
        foreach ($series as $way => $points_of_way) {
            $row[] = isset($points_of_way[$n]) ? number_format($points_of_way[$n], 0, '', ' ') . (isset($p99[$way][$n]) ? ", {$p99[$way][$n]} ms" : '') : '';
        }
        $rows[] = $row;
    }
    return table(['Coroutines', ...array_keys($series)], $rows);
}

$points = points("$dir/points.jsonl");
$targets = targets("$dir/targets");
$machine = trim(preg_replace('/.*: /', '', (string) shell_exec("grep -m1 'model name' /proc/cpuinfo"))) . ', ' . trim((string) shell_exec('nproc')) . ' processors';
$versions = ['PHP ' . PHP_VERSION, trim((string) shell_exec('. /etc/os-release; echo "$PRETTY_NAME"'))];

foreach (['pgsql' => 'PostgreSQL', 'mysql' => 'MariaDB'] as $database => $name) {
    file_put_contents("$dir/bench-$database.svg", chart("$name: rows looked up by key, per second", level(throughput($points, $database, 'per_second')), 'coroutines (pgbench: connections)', 'per second'));
    file_put_contents("$dir/bench-$database-p99.svg", chart("$name: 99th percentile", throughput($points, $database, 'p99'), 'coroutines', 'milliseconds'));
}

$scenes = array_filter($points, fn ($point) => isset($point['ms']));
$missed = count(array_filter($targets, fn ($target) => !$target['met']));
$markdown = date('Y-m-d') . ", commit $commit, " . implode(', ', $versions) . ". $machine.\n\n"
    . "### PostgreSQL\n\n" . throughput_table($points, 'pgsql') . "\n### MariaDB\n\n" . throughput_table($points, 'mysql')
    . "\n### Think time and spike\n\n" . table(['Scene', 'Way', 'ms'], array_map(fn ($p) => [$p['figure'], $p['way'], $p['ms']], $scenes))
    . "\n### Targets\n\n" . count($targets) . " figures have a target, $missed of them miss it.\n\n"
    . table(['Bench', 'Measured', 'Target', ''], array_map(fn ($t) => [$t['bench'], $t['measured'], $t['target'], $t['met'] ? 'met' : '**missed**'], $targets));
file_put_contents("$dir/bench.md", $markdown);
file_put_contents("$dir/bench.json", json_encode(['date' => date('c'), 'commit' => $commit, 'machine' => $machine, 'versions' => $versions,
    'points' => $points, 'targets' => $targets], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . "\n");
echo count($points), ' points, ', count($targets), " targets, $missed missed\n";
