--TEST--
A stream that throws while a COPY reads it: nothing is stored, and the connection counts as interrupted, not as lost
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
require __DIR__ . '/async.inc';

final class Throwing
{
    public $context;
    private int $reads = 0;

    function stream_open(string $name, string $mode, int $options, ?string &$opened): bool { return true; }
    function stream_read(int $count): string { return $this->reads++ ? throw new DomainException('mine') : "1\n"; }
    function stream_eof(): bool { return false; }
    function stream_stat(): array { return []; }
}

stream_wrapper_register('throwing', Throwing::class);
$watcher = pgsql_connect();
$watcher->exec('DROP TABLE IF EXISTS pool_copy_thrown');
$watcher->exec('CREATE TABLE pool_copy_thrown (n int)');
$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);
Async\await(Async\spawn(function () use ($db) {
    try {
        $db->copyFromFile('pool_copy_thrown', 'throwing://');
    } catch (DomainException $e) {
        echo $e->getMessage(), "\n";
    }
}));
echo $db->query('SELECT count(*) FROM pool_copy_thrown')->fetchColumn(), " rows\n";
print_r(array_filter($db->getPool()->getStats()['destroyed']));
$watcher->exec('DROP TABLE pool_copy_thrown');
?>
--EXPECT--
mine
0 rows
Array
(
    [interrupted] => 1
)
