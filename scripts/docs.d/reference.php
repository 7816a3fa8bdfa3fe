<?php
/* Usage: php scripts/docs.d/reference.php [--check]
 *
 * Writes docs/reference/ and stubs/async-pool.php from the doc comments of the stubs, or tells whether they are current.
 * It fails, too, where something has no doc comment, or where the running PHP knows more or less than the stubs. */

require __DIR__ . '/markdown.php';
require __DIR__ . '/stubs.php';

const NOTE = "<!-- Written by scripts/docs from the doc comments of the stubs. Change those, not this. -->\n";

/** Classes by page; what is on none of them is a problem. */
const PAGES = [
    'coroutines' => ['Async\Coroutine', 'Async\Awaitable', 'Async\Completable', 'Async\Timeout', 'Async\Channel'],
    'pool' => ['Async\Pool', 'Async\CircuitBreaker', 'Async\CircuitBreakerState', 'Async\CircuitBreakerStrategy'],
    'exceptions' => null,
];

/** Text at most 118 columns wide; items of lists and code stay as they are. */
function wrapped(string $text): string
{
    $paragraphs = preg_split("/\n\s*\n/", trim($text));
    return implode("\n\n", array_map(fn($p) => wordwrap(preg_replace('/\s+/', ' ', $p), 118), $paragraphs));
}

/** Names of PHP in plain text become code. */
function with_code(string $text): string
{
    $patterns = ['~(?<![`\w])(\$\w+)~', '~(?<![`\w\\\\])((?:[A-Z]\w+::)?\w+\(\))~',
        '~(?<![`\w:])(PDO::\w+|(?:ATTR_)?POOL_\w+|pdo\.\w+)~',
        '~(?<![`\w\\\\])((?:\w+)?(?:Exception|Cancellation|DeadlockError))(?!\w)~'];
    return preg_replace($patterns, '`$1`', $text);
}

function code(string $text): string
{
    return "```php\n" . signature($text) . "\n```\n";
}

/** One line, or one line for each parameter. */
function signature(string $text): string
{
    if (strlen($text) <= 110 || !preg_match('/^([^(]*\()(.*)(\).*)$/', $text, $match)) {
        return $text;
    }
    return "$match[1]\n    " . implode(",\n    ", explode(', ', $match[2])) . "\n$match[3]";
}

function described(Declaration $declaration): string
{
    $text = $declaration->doc->text;
    $own = $declaration->kind === 'case' || $declaration->name === '__construct' && $declaration->doc->tags;
    if ($text === '' && !$own) {
        problem("$declaration->name has no doc comment");
    }
    $text = wrapped(with_code($text));
    $items = [];
    foreach ($declaration->doc->all('param') as $param) {
        if (preg_match('/(\$\w+)\s+(.*)$/', $param, $match)) {
            $items[] = "- `$match[1]` $match[2]";
        }
    }
    foreach ($declaration->doc->all('throws') as $throws) {
        [$class, $why] = explode(' ', $throws, 2);
        $items[] = '- throws `' . ltrim($class, '\\') . "` $why";
    }
    return trim($text . "\n\n" . implode("\n", $items)) . "\n";
}

function class_text(Declaration $class): string
{
    $text = "## `$class->name`\n\n" . code($class->signature) . "\n" . described($class);
    $cases = array_filter($class->members, fn($member) => $member->kind === 'case');
    if ($cases) {
        $text .= "\nCases: " . implode(', ', array_map(fn($case) => "`$case->name`", $cases)) . ".\n";
    }
    foreach (array_diff_key($class->members, $cases) as $member) {
        $text .= "\n### `" . short_name($class->name) . "::$member->name()`\n\n" . code($member->signature)
            . "\n" . described($member);
        if ($member->name === 'getStats') {
            $text .= "\n" . statistics($member->doc);
        }
    }
    return $text;
}

function short_name(string $class): string
{
    return substr(strrchr("\\$class", '\\'), 1);
}

/** The keys of getStats(), compared with those that pools have. */
function statistics(Doc $doc): string
{
    $pool = new Async\Pool(fn() => 1);
    $file = tempnam(sys_get_temp_dir(), 'docs-');
    $pdo = (new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]))->getPool();
    unlink($file);
    $tables = '';
    $kinds = ['stat' => ['Key', $pool->getStats()],
        'pdostat' => ['Key, in the pool of a PDO object', array_diff_key($pdo->getStats(), $pool->getStats())],
        'reason' => ['Key of `destroyed`', $pool->getStats()['destroyed']],
        'pdoreason' => ['Key of `destroyed`, in the pool of a PDO object', $pdo->getStats()['destroyed']]];
    foreach ($kinds as $tag => [$title, $real]) {
        $documented = [];
        foreach ($doc->all($tag) as $line) {
            [$key, $text] = explode(' ', $line, 2);
            $documented[$key] = $text;
        }
        foreach (array_keys(array_diff_key($documented, $real) + array_diff_key($real, $documented)) as $key) {
            problem("getStats(): '$key' is documented or there, but not both (@$tag)");
        }
        $tables .= "\n| $title | Means |\n|---|---|\n";
        foreach ($documented as $key => $text) {
            $tables .= "| `$key` | " . with_code($text) . " |\n";
        }
    }
    return ltrim($tables);
}

/** The attributes and constants that patches add to PDO's classes. */
function pdo_text(array $readers): string
{
    $text = NOTE . "\n# Reference: PDO\n\nAttributes are options of the constructor. What they do together is in "
        . "[PDO](../pdo-pool.md).\n";
    foreach ($readers as $class => $reader) {
        $members = $reader->declarations[0]->members;
        $constants = array_filter($members, fn($member) => $member->kind === 'const');
        $text .= "\n## `$class`\n\n| Constant | Value | Setting | Default | Means |\n|---|---|---|---|---|\n";
        foreach ($constants as $constant) {
            $ini = $constant->doc->all('ini')[0] ?? null;
            $default = $ini === null ? '' : (string) ini_get_all(null, true)[$ini]['global_value'];
            $default = $default === '' ? '' : "`$default`";
            defined("$class::$constant->name") || problem("PHP has no $class::$constant->name");
            $constant->doc->text !== '' || problem("$class::$constant->name has no doc comment");
            $text .= sprintf("| `%s` | %d | %s | %s | %s |\n", $constant->name, constant("$class::$constant->name"),
                $ini === null ? '' : "`$ini`", $default, with_code(preg_replace('/\s+/', ' ', $constant->doc->text)));
        }
        foreach (array_diff_key($members, $constants) as $method) {
            $text .= "\n### `$class::$method->name()`\n\n" . code($method->signature) . "\n" . described($method);
        }
    }
    return $text;
}

/** Settings of php.ini: those of attributes, and those that only a doc comment names. */
function settings_text(array $docs): string
{
    $text = NOTE . "\n# Reference: settings\n\nSettings of php.ini. Those of pools are defaults: an attribute of the "
        . "constructor wins. *Anywhere* means that\n`ini_set()` works, too.\n\n"
        . "| Setting | Default | Can be set | Means |\n|---|---|---|---|\n";
    $settings = [];
    foreach ($docs as $doc) {
        foreach ($doc->all('ini') as $name) {
            $settings[$name] = preg_replace('/\s+/', ' ', $doc->text);
        }
        foreach ($doc->all('setting') as $line) {
            [$name, $means] = explode(' ', $line, 2);
            $settings[$name] = $means;
        }
    }
    $known = array_filter(ini_get_all(), fn($name) => preg_match('/^(pdo\.pool_|async\.)/', $name), ARRAY_FILTER_USE_KEY);
    foreach (array_diff_key($known, $settings) as $name => $_) {
        problem("the setting $name is documented nowhere");
    }
    ksort($settings);
    foreach ($settings as $name => $means) {
        $debug = str_contains($means, 'debug builds only');
        isset($known[$name]) || $debug || problem("PHP has no setting $name");
        $default = $debug ? '0' : (string) $known[$name]['global_value'];
        $where = !$debug && $known[$name]['access'] === INI_ALL ? 'anywhere' : 'php.ini, `-d`';
        $text .= "| `$name` | " . ($default === '' ? 'null' : $default) . " | $where | " . with_code($means) . " |\n";
    }
    return $text;
}

/** Why each patch exists, as its header says it. */
function patches_text(): string
{
    $text = "<!-- Written by scripts/docs from the headers of the patches. Change those, not this. -->\n\n# Patches\n\nWhy each change of an upstream file exists, as the header of the patch says it, "
        . "in the order in which they apply.\nHow they are made and kept is in [patching](../patching.md).\n";
    foreach (file('patches/series', FILE_IGNORE_NEW_LINES) as $line) {
        $name = trim(preg_replace('/#.*/', '', $line));
        if ($name === '') {
            continue;
        }
        $patch = file_get_contents("patches/$name");
        preg_match('/^Description: (.*)\n((?: .*\n)*)/', $patch, $match);
        preg_match_all('~^\+\+\+ b/(\S+)~m', $patch, $files);
        $changed = preg_match_all('/^[-+](?!--|\+\+)/m', substr($patch, strpos($patch, "\n---\n")));
        $text .= "\n## " . basename($name, '.patch') . "\n\n" . wrapped(ucfirst($match[1]) . ". $match[2]") . "\n\n"
            . wrapped("Changes " . implode(', ', array_map(fn($file) => "`$file`", $files[1])) . ": $changed lines.") . "\n";
    }
    return $text;
}

function page(string $title, string $intro, array $classes, array $functions = []): string
{
    $text = NOTE . "\n# Reference: $title\n\n$intro\n";
    foreach ($functions as $function) {
        $text .= "\n## `$function->name()`\n\n" . code($function->signature) . "\n" . described($function);
    }
    foreach ($classes as $class) {
        $text .= "\n" . class_text($class);
    }
    return $text;
}

/** All stubs in one file, with the values of constants. */
function ide_file(array $patched): string
{
    $text = "<?php\n\n/**\n * The classes, functions and constants of ext/async and of pooled PDO, for IDEs and static "
        . "analysis. Never included.\n * Written by scripts/docs from the stubs.\n */\n\nnamespace Async {\n";
    foreach (stub_files() as $file) {
        $source = preg_replace(['~^<\?php\s*/\*\*.*?\*/\s*namespace Async;\n~s',
            '~\n \* @(?:strict-properties|not-serializable)~', '~\n     \* @(?:pdo)?(?:stat|reason) .*~', '~\n \*\n \*/~'], ['', '', '', "\n */"], file_get_contents($file));
        $text .= rtrim(preg_replace('/^(?=.)/m', '    ', $source)) . "\n";
    }
    $text .= "}\n";
    foreach ($patched as $class => $reader) {
        $namespace = rtrim(substr($class, 0, -strlen(short_name($class))), '\\');
        $text .= "\nnamespace " . ($namespace === '' ? '' : "$namespace ") . "{\n\n"
            . '    class ' . short_name($class) . "\n    {\n";
        foreach ($reader->declarations[0]->members as $member) {
            $doc = implode("\n         * ", explode("\n", $member->doc->text));
            $body = $member->kind !== 'const' ? "$member->signature {}"
                : str_replace('UNKNOWN', (string) constant("$class::$member->name"), $member->signature) . ';';
            $text .= "        /** $doc */\n        $body\n\n";
        }
        $text = rtrim($text) . "\n    }\n}\n";
    }
    return $text;
}

chdir(ROOT);
$functions = $classes = $docs = [];
foreach (stub_files() as $file) {
    $reader = read_stub($file);
    $docs[] = $reader->file;
    foreach ($reader->declarations as $declaration) {
        if ($declaration->kind === 'function') {
            $functions[] = $declaration;
        } else {
            $classes[$declaration->name] = $declaration;
        }
    }
}
$patched = read_patched_stubs();
foreach ($patched as $reader) {
    foreach ($reader->declarations[0]->members as $member) {
        $docs[] = $member->doc;
    }
}
$real = (new ReflectionExtension('async'))->getClassNames();
foreach (array_merge(array_diff($real, array_keys($classes)), array_diff(array_keys($classes), $real)) as $name) {
    problem("$name is in the stubs or in PHP, but not in both");
}
$exceptions = array_filter($classes, fn($class) => is_a($class->name, 'Throwable', true));
$pages = [];
foreach (PAGES as $page => $names) {
    $pages[$page] = $names === null ? $exceptions : array_intersect_key($classes, array_flip($names));
    $names === null || $pages[$page] = array_map(fn($name) => $classes[$name], $names);
}
$shown = array_column(array_merge(...array_map(array_values(...), array_values($pages))), 'name');
foreach (array_diff(array_keys($classes), $shown) as $name) {
    problem("no page of the reference has $name");
}
$index = NOTE . <<<'TEXT'

# Reference

Every class, function, constant, setting and key, as the doc comments of the stubs say it.

- [Functions, coroutines, channels](coroutines.md)
- [`Async\Pool`, circuit breaker, statistics](pool.md)
- [Exceptions](exceptions.md)
- [PDO: attributes and methods](pdo.md)
- [Settings of php.ini](settings.md)
- [Patches, and why each of them exists](patches.md)

`stubs/async-pool.php` has all of it in one file for IDEs and static analysis: add the folder to the include path of the
project in PhpStorm, or to `scanFiles` of PHPStan. The [guide](../guide.md) teaches how to use it.

TEXT;
$files = [
    'docs/reference/README.md' => $index,
    'docs/reference/coroutines.md' => page('functions, coroutines, channels', "All times are in milliseconds. What is "
        . "wrong about an argument is a `ValueError` or `TypeError`, before\nanything has changed.",
        $pages['coroutines'], $functions),
    'docs/reference/pool.md' => page('pools', 'All times are in milliseconds.', $pages['pool']),
    'docs/reference/exceptions.md' => page('exceptions', 'What throws them is said there.', $pages['exceptions']),
    'docs/reference/pdo.md' => pdo_text($patched),
    'docs/reference/settings.md' => settings_text($docs),
    'docs/reference/patches.md' => patches_text(),
    'stubs/async-pool.php' => ide_file($patched),
];
try {
    token_get_all($files['stubs/async-pool.php'], TOKEN_PARSE);
} catch (ParseError $error) {
    problem("stubs/async-pool.php does not parse: {$error->getMessage()}, line {$error->getLine()}");
}
foreach ($files as $path => $text) {
    if (is_file($path) && file_get_contents($path) === $text) {
        continue;
    }
    if (in_array('--check', $argv, true)) {
        problem("$path is not current: run scripts/docs reference");
        continue;
    }
    is_dir(dirname($path)) || mkdir(dirname($path), 0755, true);
    file_put_contents($path, $text);
    echo "wrote $path\n";
}
exit($problems ? 1 : 0);
