<?php
/* Reads the stubs of the overlay and those parts of upstream's stubs that patches add: what is declared there, and its
 * doc comments. Included, never run. */

/* Which class a patched stub of upstream is about. */
const PATCHED_STUBS = ['ext/pdo/pdo_dbh.stub.php' => 'PDO', 'ext/pdo_pgsql/pdo_pgsql.stub.php' => 'Pdo\Pgsql',
    'ext/pdo_mysql/pdo_mysql.stub.php' => 'Pdo\Mysql', 'ext/pdo_odbc/pdo_odbc.stub.php' => 'Pdo\Odbc',
    'ext/pdo_sqlite/pdo_sqlite.stub.php' => 'Pdo\Sqlite'];

/** A doc comment: its text, and its tags as [name, text]. */
final class Doc
{
    public string $text = '';
    /** @var array{string, string}[] */
    public array $tags = [];

    public function __construct(string $comment)
    {
        $lines = preg_replace('~^\s*\* ?~', '', explode("\n", preg_replace('~^/\*\*\s*|\s*\*/$~', '', $comment)));
        foreach ($lines as $line) {
            if (preg_match('~^\s*@([a-z-]+)\s*(.*)$~', $line, $match)) {
                $this->tags[] = [$match[1], trim($match[2])];
            } elseif ($this->tags && trim($line) !== '') {
                $this->tags[array_key_last($this->tags)][1] .= ' ' . trim($line);
            } elseif (!$this->tags) {
                $this->text .= rtrim($line) . "\n";
            }
        }
        $this->text = trim($this->text);
    }

    /** @return string[] the texts of the tags of that name */
    public function all(string $name): array
    {
        return array_column(array_filter($this->tags, fn($tag) => $tag[0] === $name), 1);
    }
}

/** Something that a stub declares. */
final class Declaration
{
    /** @var Declaration[] */
    public array $members = [];

    public function __construct(
        public readonly string $kind,
        public readonly string $name,
        public readonly string $signature,
        public readonly Doc $doc,
    ) {}
}

/** Declarations of a stub, members inside of their classes. */
final class StubReader
{
    /** @var Declaration[] */
    public array $declarations = [];
    public ?Doc $file = null;
    private string $namespace = '';
    private ?Declaration $class = null;

    /** @param PhpToken[] $tokens */
    public function __construct(private array $tokens)
    {
        $doc = null;
        for ($i = 0; $i < count($tokens); $i++) {
            $token = $tokens[$i];
            if ($token->is(T_DOC_COMMENT)) {
                $doc = new Doc($token->text);
            } elseif ($token->is(T_NAMESPACE)) {
                $this->namespace = trim($this->until($i, [';']), " \n") . '\\';
                $this->file = $doc;
                $doc = null;
            } elseif ($token->is([T_CLASS, T_INTERFACE, T_ENUM]) && $this->class === null) {
                $this->begin($token->text, $this->before($i) . $token->text . $this->until($i, ['{']), $doc);
                $doc = null;
            } elseif ($token->is([T_FUNCTION, T_CONST, T_CASE])) {
                $before = $this->before($i);
                $this->add($token->text, $before . $token->text . $this->until($i, ['{', ';']), $doc);
                $doc = null;
                if ($tokens[$i]->text === '{') {
                    $this->until($i, ['}']);
                }
            } elseif ($token->is(T_VARIABLE)) {
                $doc = null;
            } elseif ($token->text === '}') {
                $this->class = null;
            }
        }
    }

    /** The text from here to one of the marks; $i is then at the mark. */
    private function until(int &$i, array $marks): string
    {
        $text = '';
        while (isset($this->tokens[++$i]) && !in_array($this->tokens[$i]->text, $marks, true)) {
            $text .= $this->tokens[$i]->text;
        }
        return $text;
    }

    /** Modifiers in front of a keyword. */
    private function before(int $i): string
    {
        $text = '';
        while ($this->tokens[--$i]->is([T_WHITESPACE, T_FINAL, T_ABSTRACT, T_STATIC, T_PUBLIC, T_PRIVATE, T_PROTECTED])) {
            $text = trim($this->tokens[$i]->text) . ' ' . $text;
        }
        return ltrim(preg_replace('/\s+/', ' ', $text));
    }

    private function begin(string $kind, string $signature, ?Doc $doc): void
    {
        preg_match('/(?:class|interface|enum)\s+(\w+)/', $signature, $match);
        $this->class = new Declaration($kind, $this->namespace . $match[1], trim($signature), $doc ?? new Doc(''));
        $this->declarations[] = $this->class;
    }

    private function add(string $kind, string $signature, ?Doc $doc): void
    {
        $pattern = ['function' => '/function\s+(\w+)/', 'const' => '/(\w+)\s*=/', 'case' => '/case\s+(\w+)/'][$kind];
        preg_match($pattern, $signature, $match);
        $name = $this->class === null ? $this->namespace . $match[1] : $match[1];
        $signature = preg_replace(['/\s+/', '/\( /', '/ \)/'], [' ', '(', ')'], trim($signature));
        $declaration = new Declaration($kind, $name, $signature, $doc ?? new Doc(''));
        if ($this->class === null) {
            $this->declarations[] = $declaration;
        } elseif (!str_contains($signature, 'private ')) {
            $this->class->members[] = $declaration;
        }
    }
}

/** @return string[] the stubs of ext/async */
function stub_files(): array
{
    $files = [...glob('ext/async/*.stub.php'), ...glob('ext/async/*/*.stub.php')];
    sort($files);
    return $files;
}

function read_stub(string $path): StubReader
{
    return new StubReader(PhpToken::tokenize(file_get_contents($path)));
}

/** What patches add to stubs of upstream: readers by class. */
function read_patched_stubs(): array
{
    $added = [];
    foreach (glob('patches/*.patch') as $patch) {
        $class = null;
        foreach (file($patch, FILE_IGNORE_NEW_LINES) as $line) {
            if (preg_match('~^\+\+\+ b/(\S+)~', $line, $match)) {
                $class = PATCHED_STUBS[$match[1]] ?? null;
            } elseif ($class !== null && str_starts_with($line, '+')) {
                $added[$class][] = substr($line, 1);
            }
        }
    }
    $code = fn(array $lines) => "<?php class Patched {\n" . implode("\n", $lines) . "\n}";
    return array_map(fn(array $lines) => new StubReader(PhpToken::tokenize($code($lines))), $added);
}
