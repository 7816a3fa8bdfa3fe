<?php
/* Usage: php scripts/docs.d/prose.php
 *
 * Prose that is easy to read: no line over 120 columns (rows of tables excepted, which Markdown cannot break), no
 * sentence of more than 35 words (a colon and a semicolon end one, too), and no sentence that two documents share. */

require __DIR__ . '/markdown.php';

const COLUMNS = 120;
const WORDS = 35;
/* A shared sentence of fewer words is no copy. */
const COPY_WORDS = 12;

/** Sentences of a paragraph. What is in backquotes counts as one word. */
function sentences(string $paragraph): array
{
    $text = preg_replace(['/`[^`]*`/', '/\]\([^)]*\)/'], ['x', ']'], $paragraph);
    return preg_split('/(?<=[.!?])[)*_"]*\s+(?=[*_"(\[]*[\p{Lu}x])|[:;]\s+/u', $text);
}

$seen = [];
foreach (documents() as $path) {
    $document = new Document($path);
    foreach (file($path, FILE_IGNORE_NEW_LINES) as $index => $line) {
        if (mb_strlen($line) > COLUMNS && !str_starts_with(ltrim($line), '|')) {
            problem(sprintf('%s:%d: %d columns', $path, $index + 1, mb_strlen($line)));
        }
        if (rtrim($line) !== $line) {
            problem(sprintf('%s:%d: blanks at the end', $path, $index + 1));
        }
    }
    foreach ($document->paragraphs() as [$line, $paragraph]) {
        foreach (sentences($paragraph) as $sentence) {
            $count = count(preg_split('/\s+/', trim($sentence)));
            /* Headers of patches are prose of their own. */
            if ($count > WORDS && $path !== 'docs/reference/patches.md') {
                problem("$path:$line: a sentence of $count words: " . mb_substr($sentence, 0, 60) . '...');
            }
            if ($count >= COPY_WORDS && ($seen[$sentence] ?? $path) !== $path) {
                problem("$path:$line: also in {$seen[$sentence]}: " . mb_substr($sentence, 0, 60) . '...');
            }
            $seen[$sentence] = $path;
        }
    }
}
exit($problems ? 1 : 0);
