--TEST--
Code that runs inside a call of a statement which shares connections cannot give it one of its own
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool_pipeline.inc';

final class Meddler
{
    public $context;
    public static ?PDOStatement $statement = null;
    private bool $is_read = false;

    function stream_open(): bool
    {
        return true;
    }

    function stream_read(): string
    {
        if ($this->is_read) {
            return '';
        }
        $this->is_read = true;
        try {
            self::$statement->getColumnMeta(0);
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
        return 'abc';
    }

    function stream_eof(): bool
    {
        return $this->is_read;
    }

    function stream_stat(): array
    {
        return [];
    }
}
stream_wrapper_register('meddler', Meddler::class);

$p = new Pipeline(max: 2, pipeline: 4);
$p->show($p->spawn('meddled with', function () use ($p) {
    $statement = Meddler::$statement = $p->db->prepare('SELECT 1, ?::text');
    $statement->execute(['first']);
    $stream = fopen('meddler://', 'r');
    $statement->bindParam(1, $stream, PDO::PARAM_LOB);
    $statement->execute();
    return $statement->fetch(PDO::FETCH_NUM);
}));
$p->show($p->spawn('afterwards', fn() => Meddler::$statement->getColumnMeta(0)['native_type']));
Meddler::$statement = null;
printf("%d active\n", $p->stat('active'));
?>
--EXPECT--
SQLSTATE[HY000]: General error: The statement is in the middle of a call of its own
meddled with: [1,"abc"]
afterwards: "int4"
0 active
