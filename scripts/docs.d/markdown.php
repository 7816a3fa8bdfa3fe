<?php
/* What the checks of scripts/docs share: the documents, and their parts. Included, never run. */

const ROOT = __DIR__ . '/../..';

/** One fenced block: its first word, the other words behind the fence, its lines, and where it begins. */
final class Fence
{
    public function __construct(
        public readonly string $language,
        public readonly array $words,
        public readonly int $line,
        public string $text = '',
    ) {}
}

final class Document
{
    /** @var Fence[] */
    public array $fences = [];
    /** @var array<int, string> lines outside of fences and comments, by number */
    public array $lines = [];

    public function __construct(public readonly string $path)
    {
        $fence = null;
        $comment = false;
        foreach (file(ROOT . "/$path", FILE_IGNORE_NEW_LINES) as $index => $line) {
            $number = $index + 1;
            if ($fence !== null) {
                if (trim($line) === '```') {
                    $this->fences[] = $fence;
                    $fence = null;
                } else {
                    $fence->text .= "$line\n";
                }
            } elseif (preg_match('/^\s*```(\S*)(.*)$/', $line, $match)) {
                $fence = new Fence($match[1], preg_split('/\s+/', trim($match[2]), -1, PREG_SPLIT_NO_EMPTY), $number);
            } else {
                $comment = $comment || str_starts_with($line, '<!--');
                if (!$comment) {
                    $this->lines[$number] = $line;
                }
                $comment = $comment && !str_contains($line, '-->');
            }
        }
        if ($fence !== null) {
            problem("$path:$fence->line: the block is never closed");
        }
    }

    /** Text in backquotes, outside of fences: [line, text]. */
    public function quoted(): iterable
    {
        foreach ($this->lines as $number => $line) {
            preg_match_all('/`([^`]+)`/', $line, $matches);
            foreach ($matches[1] as $text) {
                yield [$number, $text];
            }
        }
    }

    /** Paragraphs and items of lists, each as one line of text: [line of its beginning, text]. */
    public function paragraphs(): iterable
    {
        $begin = 0;
        $text = '';
        foreach ($this->lines + [PHP_INT_MAX => ''] as $number => $line) {
            $ends = trim($line) === '' || preg_match('/^\s*(\||#)/', $line);
            if (($ends || preg_match('/^\s*([-*]|\d+\.) /', $line) || $number > $last + 1) && $text !== '') {
                yield [$begin, $text];
                $text = '';
            }
            if (!$ends) {
                $begin = $text === '' ? $number : $begin;
                $text = ltrim("$text " . preg_replace('/^\s*([-*]|\d+\.) /', '', trim($line)));
            }
            $last = $number;
        }
    }

    /** The anchors that its headings make. */
    public function anchors(): array
    {
        $anchors = [];
        foreach ($this->lines as $line) {
            if (preg_match('/^#+ (.*)$/', $line, $match)) {
                $anchors[] = str_replace(' ', '-', preg_replace('/[^\p{L}\p{N} _-]/u', '', mb_strtolower($match[1])));
            }
        }
        return $anchors;
    }
}

/** Paths of all documents, relative to the root. */
function documents(): array
{
    chdir(ROOT);
    return ['README.md', ...glob('docs/*.md'), ...glob('docs/*/*.md'), ...glob('docs/*/*/*.md')];
}

$problems = 0;
function problem(string $text): void
{
    $GLOBALS['problems']++;
    echo "problem: $text\n";
}
