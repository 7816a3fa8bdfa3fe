--TEST--
ODBC pool: data that were given to the driver for an execution that failed are not written by the next one
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

class Failing
{
    public $context;

    public function stream_open($path, $mode, $options, &$opened): bool
    {
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
        throw new DomainException('no data');
    }
}

stream_wrapper_register('failing', Failing::class);
$plain = odbc_plain();
odbc_table($plain, 'pool_stream_appended', 'a VARCHAR(40), b VARCHAR(40)');
$db = odbc_pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 4]);
$sql = 'INSERT INTO pool_stream_appended VALUES (?, ?)';

/* Data of the first parameter are given before the stream of the second one is read. */
$fail = function (PDOStatement $insert) {
    try {
        $first = 'first';
        $stream = fopen('failing://', 'r');
        $insert->bindParam(1, $first);
        $insert->bindParam(2, $stream, PDO::PARAM_LOB);
        $insert->execute();
    } catch (DomainException $e) {
        echo $e->getMessage(), "\n";
    }
};
$insert = $db->prepare($sql);
$fail($insert);
$insert->execute(['second', 'text']);
$fail($insert);
/* The next one may be the same to the driver, out of the cache. */
unset($insert);
$insert = $db->prepare($sql);
$insert->execute(['third', 'text']);
unset($insert);
foreach ($plain->query('SELECT a, b FROM pool_stream_appended')->fetchAll(PDO::FETCH_NUM) as $row) {
    echo implode(', ', $row), "\n";
}
$plain->exec('DROP TABLE pool_stream_appended');
?>
--EXPECT--
no data
no data
second, text
third, text
