<?php
/* Usage: php scripts/docs.d/wrap.php DOCUMENT...
 *
 * Fills the paragraphs and items of documents that have a line over 120 columns up to 118. Tables, code, headings and comments
 * stay as they are, and so do links and short pieces of code, which are not broken. Only white space changes. */

const FULL = 118;

/** One paragraph or item, with the blanks that its first and its other lines begin with. */
function filled(string $text, string $first, string $other): array
{
    $glued = preg_replace_callback('~`[^`]{1,60}`|\[[^\]]*\]\([^)]*\)~', fn($match) => strtr($match[0], ' ', "\0"), $text);
    $lines = [];
    $line = $first;
    $empty = true;
    foreach (preg_split('/[ \n]+/', trim($glued)) as $word) {
        if (!$empty && mb_strlen("$line $word") > FULL) {
            $lines[] = $line;
            [$line, $empty] = [$other, true];
        }
        $line .= ($empty ? '' : ' ') . $word;
        $empty = false;
    }
    return array_map(fn($line) => strtr($line, "\0", ' '), [...$lines, $line]);
}

function wrapped(array $lines): array
{
    $result = $paragraph = [];
    $first = $other = '';
    $inside = null;
    $flush = function () use (&$result, &$paragraph, &$first, &$other): void {
        if ($paragraph) {
            array_push($result, ...filled(implode(' ', array_map(trim(...), $paragraph)), $first, $other));
        }
        $paragraph = [];
    };
    foreach ($lines as $line) {
        $opens = match (true) {
            $inside !== null => null,
            str_starts_with(ltrim($line), '```') => '```',
            str_starts_with($line, '<!--') && !str_contains($line, '-->') => '-->',
            default => null,
        };
        if ($inside !== null || $opens !== null || preg_match('~^\s*$|^(\||#|<!--)~', $line)) {
            $flush();
            $result[] = $line;
            $ends = $inside === '```' ? trim($line) === '```' : $inside !== null && str_contains($line, $inside);
            $inside = $ends ? null : $inside ?? $opens;
        } elseif (preg_match('~^(\s*(?:[-*]|\d+\.) )~', $line, $match)) {
            $flush();
            [$first, $other] = [$match[1], str_repeat(' ', strlen($match[1]))];
            $paragraph = [substr($line, strlen($match[1]))];
        } else {
            if (!$paragraph) {
                $first = $other = preg_replace('~\S.*~', '', $line);
            }
            $paragraph[] = $line;
        }
    }
    $flush();
    return $result;
}

foreach (array_slice($argv, 1) as $path) {
    $lines = file($path, FILE_IGNORE_NEW_LINES);
    $long = array_filter($lines, fn($line) => mb_strlen($line) > 120 && !str_starts_with(ltrim($line), '|'));
    if ($long) {
        file_put_contents($path, implode("\n", wrapped($lines)) . "\n");
        echo "wrapped $path\n";
    }
}
