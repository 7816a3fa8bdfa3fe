<?php
/* Usage: php scripts/docs.d/names.php
 *
 * What the documents name exists: files, links and their anchors, scripts and their options, stages of ci/run.sh,
 * commands in shell examples, classes, functions, constants and ini settings of PHP. PHP code that is not run parses. */

require __DIR__ . '/markdown.php';

/* Commands that are named to packagers, by Debian package; they need not be installed here. */
const COMMANDS_OF_PACKAGES = ['dch' => 'devscripts', 'quilt' => 'quilt', 'dpkg-buildpackage' => 'dpkg-dev',
    'eatmydata' => 'eatmydata', 'pgbench' => 'postgresql-contrib', './configure' => '', './buildconf' => '',
    'php' => '', 'until' => '', 'do' => '', 'done' => ''];

const SETTING_OF_DEBUG_BUILDS = 'async.scheduler_seed';

/** What a script answers to --help. */
function help_of(string $script): string
{
    static $texts = [];
    return $texts[$script] ??= (string) shell_exec(escapeshellarg("./$script") . ' --help 2>/dev/null </dev/null');
}

function check_link(Document $document, int $line, string $target): void
{
    if (preg_match('~^[a-z]+:~', $target)) {
        return;
    }
    [$file, $anchor] = explode('#', $target, 2) + [1 => null];
    $path = $file === '' ? $document->path : dirname($document->path) . "/$file";
    if (!file_exists($path)) {
        problem("$document->path:$line: the link to $target leads nowhere");
    } elseif ($anchor !== null && !in_array($anchor, (new Document($path))->anchors(), true)) {
        problem("$document->path:$line: $path has no heading for #$anchor");
    }
}

/** A command line that names a script of the repository: the script, its options and stages. */
function check_command(string $where, string $command): void
{
    /* What is inside of $(...) is a command, too. */
    $words = preg_split('/\s+/', preg_replace('/(\w+=)?"?\$\(/', ' ', $command), -1, PREG_SPLIT_NO_EMPTY);
    $script = null;
    foreach ($words as $word) {
        $word = trim($word, '"\'$();,');
        if (preg_match('~^(\./)?((scripts|ci)/[a-z0-9_./-]+)$~', $word, $match)) {
            $script = rtrim($match[2], '/');
            if (!file_exists($script)) {
                problem("$where: names $script, which does not exist");
                return;
            }
            $script = is_file($script) && is_executable($script) ? $script : null;
        } elseif ($script !== null && preg_match('~^(--[a-z][a-z-]*)~', $word, $match)) {
            if ($match[1] !== '--help' && !preg_match('~(?<![\w-])' . preg_quote($match[1]) . '(?![\w-])~', help_of($script))) {
                problem("$where: $script knows no $match[1]");
            }
        } elseif ($script === 'ci/run.sh' && preg_match('~^[a-z0-9]+(?=:|$)~', $word, $match)) {
            if (!file_exists("ci/stages/$match[0].sh")) {
                problem("$where: ci/run.sh knows no stage $match[0]");
            }
        } elseif (in_array($word, ['|', '&&', '||', '#', 'then'], true)) {
            $script = null;
        }
    }
}

/** The first word of each line of a shell example is a command. */
function check_shell(Document $document, Fence $fence): void
{
    /* What is in quotes has marks of its own. */
    $text = preg_replace(['/\\\\\n\s*/', "/'[^']*'/"], [' ', 'x'], $fence->text);
    foreach (explode("\n", $text) as $index => $line) {
        $line = trim(preg_replace('/(^|\s)#.*$/', '', $line));
        if ($line === '') {
            continue;
        }
        $where = $document->path . ':' . ($fence->line + 1 + $index);
        check_command($where, $line);
        foreach (preg_split('/\s*(?:&&|\|\||[|;&])\s*/', $line) as $command) {
            $word = preg_replace('/^(?:[A-Z_]+=\S*\s+)*(\S+).*$/', '$1', $command);
            $known = $word === '' || preg_match('~^(scripts|ci|/|\$|"|PREFIX|\w+=)~', $word)
                || isset(COMMANDS_OF_PACKAGES[$word]);
            if (!$known && shell_exec('command -v ' . escapeshellarg($word)) === null) {
                problem("$where: no command $word");
            }
        }
    }
}

/** Names of PHP: classes, functions, constants, methods, settings. */
function check_php_names(string $where, string $text): void
{
    preg_match_all('~\\\\?\b(Async|Pdo)\\\\(\w+)(?:::(\w+))?(\()?~', $text, $matches, PREG_SET_ORDER);
    foreach ($matches as $match) {
        $name = "$match[1]\\$match[2]";
        $member = $match[3] ?? '';
        $known = class_exists($name) || interface_exists($name) || function_exists($name);
        if (!$known || $member !== '' && !has_member($name, $member)) {
            problem("$where: no " . rtrim($match[0], '('));
        }
    }
    preg_match_all('~(?<![\w\\\\])PDO::(\w+)(?![\w*])~', $text, $matches);
    foreach ($matches[1] as $member) {
        has_member('PDO', $member) || problem("$where: no PDO::$member");
    }
    preg_match_all('~(?<![\w:])(ATTR_POOL_\w*[A-Z]|POOL_[A-Z_]*[A-Z])\b~', $text, $matches);
    foreach ($matches[1] as $member) {
        array_filter(['PDO', 'Pdo\\Pgsql'], fn($class) => has_member($class, $member) || has_member($class, "ATTR_$member"))
            || problem("$where: no PDO::$member");
    }
    preg_match_all('~(?<![\w/])((?:pdo\.pool|async\.)[a-z_]*[a-z])(?![\w./*-])~', $text, $matches);
    foreach ($matches[1] as $setting) {
        ini_get($setting) !== false || $setting === SETTING_OF_DEBUG_BUILDS || problem("$where: no setting $setting");
    }
}

function has_member(string $class, string $member): bool
{
    return class_exists($class) && (defined("$class::$member") || method_exists($class, $member))
        || interface_exists($class) && method_exists($class, $member);
}

function check_php_syntax(Document $document, Fence $fence): void
{
    if (str_starts_with($document->path, 'docs/reference/')) {
        return; // declarations without bodies
    }
    $code = str_starts_with($fence->text, '<?php') ? $fence->text : "<?php\n$fence->text";
    try {
        /* Compiled, never called. */
        token_get_all($code, TOKEN_PARSE);
    } catch (ParseError $error) {
        problem("$document->path:$fence->line: PHP code that does not parse: {$error->getMessage()}");
    }
}

/** Code in the text of the C API is that of the example, line by line. */
function check_c_code(): void
{
    $plain = fn(string $line) => preg_replace('~\s+~', ' ', trim(preg_replace('~/\*.*?\*/~', '', $line)));
    $lines = array_map($plain, file('docs/examples/line_pool/line_pool.c'));
    foreach ((new Document('docs/c-api.md'))->fences as $fence) {
        foreach ($fence->language === 'c' ? explode("\n", $fence->text) : [] as $index => $line) {
            if (!in_array($plain($line), [...$lines, '', '...'], true)) {
                problem('docs/c-api.md:' . ($fence->line + 1 + $index) . ': not in line_pool.c: ' . trim($line));
            }
        }
    }
}

/** The C API: every macro with arguments is explained, and what is explained exists. */
function check_macros(): void
{
    $header = file_get_contents('Zend/zend_async_API.h');
    $text = file_get_contents('docs/c-api.md');
    preg_match_all('/^#\s*define (ZEND_ASYNC_\w+)\(/m', $header, $defined);
    preg_match_all('/ZEND_ASYNC_\w*[A-Z]/', $text, $named);
    foreach (array_diff(array_unique($defined[1]), $named[0]) as $name) {
        problem("docs/c-api.md does not explain $name");
    }
    foreach (array_unique($named[0]) as $name) {
        str_contains($header, $name) || problem("docs/c-api.md: no macro $name");
    }
}

check_macros();
check_c_code();
foreach (documents() as $path) {
    $document = new Document($path);
    foreach ($document->lines as $number => $line) {
        preg_match_all('/\]\(([^)\s]+)\)/', preg_replace('/`[^`]*`/', '', $line), $matches);
        foreach ($matches[1] as $target) {
            check_link($document, $number, $target);
        }
    }
    foreach ($document->quoted() as [$number, $text]) {
        $where = "$path:$number";
        check_command($where, $text);
        /* A name in capitals stands for any; planned things are named as such. */
        if (!str_contains($document->lines[$number], 'planned')) {
            check_php_names($where, $text);
        }
        if (preg_match('~^(docs|stubs|packaging|patches)/[\w./-]+$~', $text) && !preg_match('~[A-Z]{4}~', $text)
            && !file_exists($text)) {
            problem("$where: names $text, which does not exist");
        }
    }
    foreach ($document->fences as $fence) {
        match ($fence->language) {
            'sh' => check_shell($document, $fence),
            'php' => check_php_syntax($document, $fence) ?? check_php_names("$path:$fence->line", $fence->text),
            default => null,
        };
    }
}
exit($problems ? 1 : 0);
