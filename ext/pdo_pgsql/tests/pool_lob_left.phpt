--TEST--
A large object that is used while the transaction that its coroutine has left is rolled back
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

$db = pgsql_pool(max: 1, class: Pdo\Pgsql::class);
error_reporting(0);
$uses = [
    fn($stream) => fwrite($stream, 'x'),
    fn($stream) => fread($stream, 5),
    fn($stream) => fseek($stream, 5),
    fn($stream) => stream_copy_to_stream($stream, fopen('php://memory', 'w')),
];
foreach ($uses as $use) {
    /* The roll-back is due, or has begun. */
    foreach ([0, 1] as $turns) {
        $stream = Async\await(Async\spawn(function () use ($db) {
            $db->beginTransaction();
            return $db->lobOpen($db->lobCreate(), 'w+');
        }));
        for ($i = 0; $i < $turns; $i++) {
            Async\suspend();
        }
        try {
            echo json_encode($use($stream)), ' ';
        } catch (TypeError $e) {
            echo "closed ";
        }
    }
    echo get_resource_type($stream), "\n";
}
?>
--EXPECT--
false false Unknown
false false Unknown
-1 -1 Unknown
false false Unknown
