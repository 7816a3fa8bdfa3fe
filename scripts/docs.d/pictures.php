<?php
/* Usage: php scripts/docs.d/pictures.php [--check]
 *
 * Writes docs/img/NAME.svg: a diagram from docs/diagrams/NAME.dot, by Graphviz, and a chart with bars from
 * docs/diagrams/NAME.csv, or tells whether they are current. A diagram bears the hash of its source, so that the check
 * needs no Graphviz.
 *
 * The first line of a .csv is the title; then come lines `LABEL,NUMBER`, and lines that begin with # for where the
 * numbers come from. */

require __DIR__ . '/markdown.php';

const WIDTH = 720;
const LABELS = 230;
const BAR = 26;
const STEP = 40;

function diagram(string $source, string $hash): string
{
    $pipes = [];
    $process = proc_open(['dot', '-Tsvg'], [['file', $source, 'r'], ['pipe', 'w']], $pipes);
    $svg = (string) stream_get_contents($pipes[1]);
    if (proc_close($process) !== 0 || !preg_match('~<svg.*</svg>~s', $svg, $match)) {
        problem("dot cannot draw $source: apt-get install graphviz");
        return '';
    }
    return "<!-- Written by scripts/docs from $source, $hash -->\n$match[0]\n";
}

function chart(string $source): string
{
    $lines = array_values(preg_grep('/^(?!#)./', file($source, FILE_IGNORE_NEW_LINES)));
    $title = htmlspecialchars(array_shift($lines));
    $rows = array_map(fn($line) => str_getcsv($line, escape: ''), $lines);
    $greatest = max(array_map(fn($row) => (float) $row[1], $rows));
    $height = 50 + STEP * count($rows);
    $svg = "<!-- Written by scripts/docs from $source -->\n"
        . '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' . WIDTH . " $height\""
        . " font-family=\"DejaVu Sans, sans-serif\" font-size=\"14\">\n"
        . '<rect width="' . WIDTH . "\" height=\"$height\" fill=\"#ffffff\"/>\n"
        . "<text x=\"12\" y=\"28\" font-weight=\"bold\">$title</text>\n";
    foreach ($rows as $index => [$label, $number]) {
        $y = 48 + STEP * $index;
        $bar = round((WIDTH - LABELS - 100) * (float) $number / $greatest, 1);
        $colour = $index === count($rows) - 1 ? '#2f7d4f' : '#8fa3b5';
        $svg .= sprintf("<text x=\"12\" y=\"%d\">%s</text>\n", $y + 18, htmlspecialchars($label))
            . sprintf("<rect x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\" rx=\"3\" fill=\"%s\"/>\n", LABELS, $y, $bar, BAR, $colour)
            . sprintf("<text x=\"%s\" y=\"%d\">%s</text>\n", LABELS + $bar + 8, $y + 18, htmlspecialchars($number));
    }
    return "$svg</svg>\n";
}

chdir(ROOT);
$check = in_array('--check', $argv, true);
foreach (glob('docs/diagrams/*.{dot,csv}', GLOB_BRACE) as $source) {
    $picture = 'docs/img/' . pathinfo($source, PATHINFO_FILENAME) . '.svg';
    $present = is_file($picture) ? file_get_contents($picture) : '';
    $hash = substr(hash_file('sha256', $source), 0, 16);
    $wanted = str_ends_with($source, '.csv') ? chart($source) : null;
    if ($wanted === null ? str_contains($present, $hash) : $present === $wanted) {
        continue;
    }
    if ($check) {
        problem("$picture is not current: run scripts/docs pictures");
        continue;
    }
    is_dir('docs/img') || mkdir('docs/img');
    file_put_contents($picture, $wanted ?? diagram($source, $hash));
    echo "wrote $picture\n";
}
exit($problems ? 1 : 0);
