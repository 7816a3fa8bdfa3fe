<?php
/* Makes the tables of ci/stages/matrix.sh.
 *
 *   php ci/matrix/table.php COMMIT MARKDOWN JSON < CELLS
 *
 * CELLS has lines `NAME VARIANT PASSED FAILED KNOWN SKIPPED SECONDS DIFFERENCE...`. In the Markdown a row is a database, a way to it and
 * a mode, a column a build; a cell says how many tests pass, how many fail as with unpatched PHP, and `DIFFERS` with a number
 * when others fail. */

const BUILDS = ['release', 'debug', 'asan', 'zts'];

/* With the C client library the build `release` is called by the library alone. */
function build_of(string $variant): string
{
    return preg_replace('/^$/', 'release', preg_replace('/-?libmysqlclient$/', '', $variant));
}

function text_of(array $cell): string
{
    return $cell['passed'] . ($cell['known'] ? " ({$cell['known']})" : '')
        . ($cell['differences'] ? ' **DIFFERS: ' . count($cell['differences']) . '**' : '');
}

[, $commit, $markdown, $json] = $argv;
$cells = [];
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$name, $variant, $passed, $failed, $known, $skipped, $seconds] = explode(' ', $line);
    $differences = array_slice(preg_split('/ +/', trim($line)), 7);
    $cells[] = compact('name', 'variant', 'differences')
        + array_map('intval', compact('passed', 'failed', 'known', 'skipped', 'seconds'));
}
$table = [];
foreach ($cells as $cell) {
    $table[$cell['name']][build_of($cell['variant'])] = text_of($cell);
}
ksort($table);
$lines = ['| Cell | ' . implode(' | ', BUILDS) . ' |', '|---|' . str_repeat('---|', count(BUILDS))];
foreach ($table as $name => $row) {
    $lines[] = "| `$name` | " . implode(' | ', array_map(fn ($build) => $row[$build] ?? '', BUILDS)) . ' |';
}
$sum = fn (string $key) => array_sum(array_column($cells, $key));
$differing = count(array_filter($cells, fn ($cell) => $cell['differences']));
array_unshift($lines, sprintf("%s, commit %s: %d cells, %d of them differ from unpatched PHP; %d tests passed, %d failed as with\nunpatched PHP, %d skipped; %d minutes of one lane.\n",
    date('Y-m-d'), $commit, count($cells), $differing, $sum('passed'), $sum('known'), $sum('skipped'), intdiv($sum('seconds'), 60)));
file_put_contents($markdown, implode("\n", $lines) . "\n");
file_put_contents($json, json_encode(['date' => date('c'), 'commit' => $commit, 'cells' => $cells], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES) . "\n");
