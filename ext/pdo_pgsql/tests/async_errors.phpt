--TEST--
Errors inside a coroutine read as they do outside
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

function errors_of(int $mode): array
{
    $seen = [];
    $attempts = [
        fn($db) => $db->exec('SELEC 1'),
        fn($db) => $db->query('SELECT 1/0'),
        fn($db) => $db->query('SELECT 1; SELECT 2'),
        fn($db) => $db->exec('SELECT 1; SELECT no_such_column'),
        fn($db) => $db->exec('COPY (SELECT 1) TO STDOUT'),
        fn($db) => $db->prepare('SELECT ?::int')->execute(['x']),
        fn($db) => $db->prepare('SELECT ?::int, ?::int')->execute([1]),
        fn($db) => $db->exec('COMMIT PREPARED \'none\''),
        fn($db) => $db->lastInsertId(),
        fn($db) => $db->lastInsertId('no_such_sequence'),
        function ($db) {
            $db->beginTransaction();
            try {
                $db->exec('nonsense');
            } catch (PDOException) {
            }
            $db->query('SELECT 1');
        },
        fn($db) => $db->exec('SELECT pg_terminate_backend(pg_backend_pid())'),
        fn($db) => $db->query('SELECT 1'),
    ];
    $db = pgsql_connect([PDO::ATTR_ERRMODE => $mode]);
    foreach ($attempts as $attempt) {
        try {
            $seen[] = @$attempt($db);
        } catch (PDOException $e) {
            $seen[] = [$e->getCode(), $e->getMessage(), $e->errorInfo, get_debug_type($e->getPrevious())];
        }
        $seen[] = [$db->errorCode(), $db->errorInfo(), $db->inTransaction()];
        if ($db->inTransaction()) {
            try {
                $db->rollBack();
            } catch (PDOException) {
            }
        }
    }
    return $seen;
}
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
    $outside = errors_of($mode);
    $inside = Async\await(Async\spawn('errors_of', $mode));
    foreach ($outside as $i => $seen) {
        if ($seen != $inside[$i]) {
            echo "difference at $i:\n";
            var_dump($seen, $inside[$i]);
        }
    }
    echo count($outside), " compared\n";
}
?>
--EXPECT--
26 compared
26 compared
