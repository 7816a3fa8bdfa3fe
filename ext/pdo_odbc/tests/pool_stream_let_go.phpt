--TEST--
ODBC pool: a stream is not held by a statement whose parameters could not be set
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

class Told
{
    public $context;
    private bool $is_read = false;

    public function stream_open($path, $mode, $options, &$opened): bool
    {
        return true;
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_read(int $count): string
    {
        [$text, $this->is_read] = [$this->is_read ? '' : 'text', true];
        return $text;
    }

    public function stream_eof(): bool
    {
        return $this->is_read;
    }

    public function stream_close(): void
    {
        echo "closed\n";
    }
}

class Throwing
{
    public function __toString(): string
    {
        throw new DomainException('thrown');
    }
}

stream_wrapper_register('told', Told::class);
$db = odbc_pool(2);
/* An object that cannot be a string, and a resource that is no stream. Both come behind the stream. */
foreach (['throws' => new Throwing, 'is refused' => stream_context_create()] as $how => $bad) {
    $stmt = $db->prepare('SELECT CAST(? AS CHAR(10)), CAST(? AS CHAR(10))');
    $stream = fopen('told://x', 'r');
    $stmt->bindParam(1, $stream, PDO::PARAM_LOB);
    $stmt->bindParam(2, $second, PDO::PARAM_LOB);
    $second = $bad;
    try {
        $stmt->execute();
        echo "executed\n";
    } catch (Throwable $e) {
        echo "$how: ", get_class($e), "\n";
        unset($e);
    }
    /* As without a pool: the variable has the last reference. */
    $stream = null;
    echo "let go by the caller\n";

    /* Nor does the next execution find anything of it. */
    $stmt->execute(['a', 'b']);
    echo implode(', ', array_map(trim(...), $stmt->fetch(PDO::FETCH_NUM))), "\n";
    unset($stmt);
}
odbc_counts($db);
?>
--EXPECT--
throws: DomainException
closed
let go by the caller
a, b
is refused: TypeError
closed
let go by the caller
a, b
idle 1, active 0, created 1, destroyed 0
