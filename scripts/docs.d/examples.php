<?php
/* Usage: php scripts/docs.d/examples.php [--list] [DOCUMENT...]
 *
 * Runs the examples of the documents, and compares what they print with what the documents say. PHP code must be marked
 * so (but in the reference, which has declarations only), code of the shell may be:
 *
 *     ```php run             a whole script; ```sh run: commands, with this php as php
 *     ```text                what it prints, the next block of the document; ... stands for any part of a line
 *
 * Further words behind `run` name what an example needs. Those with `frameworks` run only when EXAMPLES_FRAMEWORKS is
 * set to the directory where the frameworks are; the servers of ci/services/start are always there.
 * --list names the examples, and DOCUMENT those to run; all without. One after the other: they share databases. */

require __DIR__ . '/markdown.php';

const SECONDS = 30;

/** An example of a document, and what it must print. */
final class Example
{
    public function __construct(
        public readonly string $where,
        private readonly Fence $code,
        private readonly string $expected,
    ) {}

    public function run(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'docs-');
        $shell = $this->code->language === 'sh';
        file_put_contents($file, ($shell ? "set -e\n" : '') . $this->code->text);
        $begin = microtime(true);
        exec(sprintf('cd %s && timeout --kill-after=5 %d %s %s 2>&1 </dev/null', escapeshellarg(ROOT), SECONDS,
            $shell ? 'bash' : 'php', escapeshellarg($file)), $lines, $status);
        unlink($file);
        $printed = str_replace($file, 'example.php', rtrim(implode("\n", $lines)));
        $this->judge($status, $printed, microtime(true) - $begin);
    }

    private function judge(int $status, string $printed, float $seconds): void
    {
        $pattern = str_replace(preg_quote('...'), '.*', preg_quote(rtrim($this->expected), '~'));
        if ($status === 0 && preg_match("~^$pattern$~", $printed)) {
            printf("ok - %s prints what it says (%.1f s)\n", $this->where, $seconds);
            return;
        }
        $why = $status === 124 ? 'does not end within ' . SECONDS . ' s' : "ends with status $status";
        problem("$this->where: $why; printed:\n" . preg_replace('/^/m', '#   ', $printed));
        echo "not ok - $this->where\n";
    }
}

/** @return Example[] */
function examples(string $path): array
{
    $examples = [];
    $fences = (new Document($path))->fences;
    foreach ($fences as $index => $fence) {
        if (!in_array('run', $fence->words, true)) {
            if ($fence->language === 'php' && !str_starts_with($path, 'docs/reference/')) {
                problem("$path:$fence->line: PHP code that is not marked to be run");
            }
            continue;
        }
        if (in_array('frameworks', $fence->words, true) !== (getenv('EXAMPLES_FRAMEWORKS') !== false)) {
            continue;
        }
        $next = $fences[$index + 1] ?? null;
        if ($next?->language !== 'text') {
            problem("$path:$fence->line: no block with the output follows");
            continue;
        }
        $examples[] = new Example("$path:$fence->line", $fence, $next->text);
    }
    return $examples;
}

/* php in shell examples, and for this script's own children, is the one that runs this. */
$bin = sys_get_temp_dir() . '/docs-bin-' . getmypid();
mkdir($bin);
file_put_contents("$bin/php", "#!/bin/sh\nexec " . escapeshellarg(PHP_BINARY) . ' -n -d display_errors=stderr'
    . ' -d include_path=' . escapeshellarg('.:' . (getenv('EXAMPLES_FRAMEWORKS') ?: '/usr/share/php')) . ' "$@"' . "\n");
chmod("$bin/php", 0755);
putenv("PATH=$bin:" . getenv('PATH'));
register_shutdown_function(function () use ($bin) {
    unlink("$bin/php");
    rmdir($bin);
});

$arguments = array_slice($argv, 1);
$list = in_array('--list', $arguments, true);
$examples = array_merge(...array_map(examples(...), array_values(array_diff($arguments, ['--list'])) ?: documents()));
if ($list) {
    echo implode("\n", array_column($examples, 'where')), "\n";
    exit;
}
foreach ($examples as $example) {
    $example->run();
}
exit($problems ? 1 : 0);
