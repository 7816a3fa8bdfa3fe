--TEST--
Large objects behave in a coroutine as they do outside
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

function use_large_objects(): array
{
    $seen = [];
    $db = pgsql_connect(class: Pdo\Pgsql::class);
    $db->beginTransaction();
    $oid = $db->lobCreate();
    $seen[] = is_numeric($oid);
    $stream = $db->lobOpen($oid, 'wb');
    $content = random_bytes(100000);
    $seen[] = fwrite($stream, $content);
    $seen[] = fseek($stream, 0);
    $seen[] = stream_get_contents($stream) === $content;
    $seen[] = fseek($stream, 99990);
    $seen[] = strlen(fread($stream, 100));
    $seen[] = ftell($stream);
    fclose($stream);

    /* As a column, and as a parameter. */
    $db->exec('CREATE TEMP TABLE lobs (id int, o oid)');
    $stmt = $db->prepare('INSERT INTO lobs VALUES (1, ?)');
    $lob = $db->lobOpen($oid);
    $stmt->bindParam(1, $lob, PDO::PARAM_LOB);
    $seen[] = $stmt->execute();
    $stmt = $db->query('SELECT o FROM lobs');
    $stmt->bindColumn(1, $bound, PDO::PARAM_LOB);
    $stmt->fetch(PDO::FETCH_BOUND);
    $seen[] = stream_get_contents($bound) === $content;
    $bound = null;

    $seen[] = $db->lobUnlink($oid);
    try {
        $db->lobOpen($oid);
    } catch (PDOException $e) {
        $seen[] = str_replace($oid, 'OID', $e->getMessage());
        $seen[] = str_replace($oid, 'OID', $db->errorInfo());
    }
    $db->rollBack();
    try {
        $db->lobUnlink('4294967295');
    } catch (PDOException $e) {
        $seen[] = $e->getMessage();
    }
    return $seen;
}
$outside = use_large_objects();
$inside = Async\await(Async\spawn('use_large_objects'));
var_dump($inside === $outside);
print_r($inside);
?>
--EXPECTF--
bool(true)
Array
(
    [0] => 1
    [1] => 100000
    [2] => 0
    [3] => 1
    [4] => 0
    [5] => 10
    [6] => 100000
    [7] => 1
    [8] => 1
    [9] => 1
    [10] => SQLSTATE[HY000]: General error: 7 ERROR:  large object OID does not exist
    [11] => Array
        (
            [0] => HY000
            [1] => 7
            [2] => ERROR:  large object OID does not exist
        )

    [12] => SQLSTATE[HY000]: General error: 7 ERROR:  large object %r(metadata with OID )?%r4294967295 does not exist
)
