--TEST--
ODBC pool: a statement whose stream is closed, fails or is cancelled does not spoil its connection
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
require __DIR__ . '/pool_stream.inc';

/** Gives some data, then fails, as its path says. */
class Failing
{
    public $context;
    private string $path;
    private int $reads = 0;

    public function stream_open($path, $mode, $options, &$opened): bool
    {
        $this->path = $path;
        return true;
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_eof(): bool
    {
        return false;
    }

    public function stream_read(int $count): string|false
    {
        if ($this->reads++ === 0) {
            return 'some data';
        }
        return $this->path === 'failing://throws' ? throw new DomainException('no more') : false;
    }
}

stream_wrapper_register('failing', Failing::class);
$plain = odbc_plain();
odbc_table($plain, 'pool_stream', 'a VARCHAR(40), b VARCHAR(40)');
$db = odbc_pool(1);
$work = function (mixed $stream, bool $in_transaction) use ($db) {
    $in_transaction && $db->beginTransaction();
    $insert = $db->prepare('INSERT INTO pool_stream VALUES (?, ?)');
    $insert->bindValue(1, 'text');
    $insert->bindValue(2, $stream, PDO::PARAM_LOB);
    try {
        $insert->execute();
        echo "stored\n";
    } catch (Throwable $e) {
        echo get_class($e), $e instanceof PDOException ? ' ' . $e->getCode() : '', "\n";
        if ($e instanceof Async\AsyncCancellation) {
            throw $e;
        }
    }
    /* The statement can be used again, so can the connection. */
    $insert->execute(['again', 'string']);
    $in_transaction && $db->commit();
};
foreach ([false, true] as $in_transaction) {
    echo $in_transaction ? "in a transaction\n" : "outside\n";

    [$stream, $other_end] = odbc_watched_stream();
    $running = Async\spawn($work, $stream, $in_transaction);
    fwrite($other_end, 'some data');
    until(fn() => Watch::$reads > 0);
    fclose($stream);
    Async\await($running);

    Async\await(Async\spawn($work, fopen('failing://throws', 'r'), $in_transaction));
    Async\await(Async\spawn($work, fopen('failing://silently', 'r'), $in_transaction));
    odbc_counts($db);

    [$stream, $other_end] = odbc_watched_stream();
    $running = Async\spawn($work, $stream, $in_transaction);
    fwrite($other_end, 'some data');
    until(fn() => Watch::$reads > 0);
    $running->cancel();
    odbc_outcome($running);

    var_dump($db->query('SELECT COUNT(*) FROM pool_stream')->fetchColumn() == 3);
    $plain->exec('DELETE FROM pool_stream');
}
$plain->exec('DROP TABLE pool_stream');
?>
--EXPECTF--
outside
TypeError
DomainException
PDOException HY000
idle 1, active 0, created 1, destroyed 0
Async\AsyncCancellation
bool(true)
in a transaction
TypeError
DomainException
PDOException HY000
idle %d, active 0, created %d, destroyed %d
Async\AsyncCancellation
bool(true)
