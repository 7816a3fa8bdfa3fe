--TEST--
PDO SQLite pool: no other coroutine replaces the parameters of a statement while bindValue() makes a string of its value
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
/** Other coroutines run when it is turned into a string. */
class Slow
{
    public static bool $isAsked = false;
    public static bool $mayGoOn = false;

    public function __toString(): string
    {
        self::$isAsked = true;
        while (!self::$mayGoOn) {
            Async\suspend();
        }
        return 'slow';
    }
}

$file = __DIR__ . '/pool_replaced_params.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true]);
$db->exec('CREATE TABLE t (a)');
$insert = $db->prepare('INSERT INTO t VALUES (?)');
$insert->execute(['first']);
$binding = Async\spawn(fn() => $insert->bindValue(1, new Slow));
while (!Slow::$isAsked) {
    Async\suspend();
}
/* It would free all parameters. */
try {
    $insert->execute([]);
} catch (PDOException $e) {
    echo $e->getCode(), "\n";
}
Slow::$mayGoOn = true;
Async\await($binding);
$insert->execute();
echo json_encode($db->query('SELECT a FROM t')->fetchAll(PDO::FETCH_COLUMN)), "\n";
?>
--EXPECT--
HY000
["first","slow"]
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_replaced_params.db' . $suffix);
}
?>
