--TEST--
ODBC pool: what reaches the server is what bound variables had when the statement was executed
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['the driver reads no more from a stream than the size that it has at first' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/pool_stream.inc';

/** Another coroutine runs when it is turned into a string. */
class Slow
{
    public static int $calls = 0;

    public function __construct(private string $text)
    {
    }

    public function __toString(): string
    {
        self::$calls++;
        Async\suspend();
        return $this->text;
    }
}

$plain = odbc_plain();
odbc_table($plain, 'pool_bound', 'a VARCHAR(40), b VARCHAR(40), c VARCHAR(40), d VARCHAR(40), e VARCHAR(40)');
$db = odbc_pool(1);
$insert = $db->prepare('INSERT INTO pool_bound VALUES (?, ?, ?, ?, ?)');
$read = function () use ($plain) {
    echo json_encode($plain->query('SELECT * FROM pool_bound')->fetchAll(PDO::FETCH_NUM)), "\n";
    $plain->exec('DELETE FROM pool_bound');
};
foreach ([&$a, &$b, &$c, &$d, &$e] as $i => &$variable) {
    $insert->bindParam($i + 1, $variable);
}
unset($variable);

/* They change before the driver has seen any of them. The last one has not been looked at by then. */
foreach ([17, 1.5, true, null, 'text', 'a text that is longer'] as $later) {
    [$a, $b, $c, $d, $e] = ['text', 1234, null, true, new Slow('slow')];
    $calls = Slow::$calls;
    $running = Async\spawn(fn() => $insert->execute());
    until(fn() => Slow::$calls > $calls);
    $a = $b = $c = $d = $later;
    Async\await($running);
    $read();
}

$insert->bindParam(4, $d, PDO::PARAM_LOB);
/* They change while the driver waits for a stream, which is replaced, too. */
foreach ([17, null, [], new Slow('never'), fopen('php://memory', 'r')] as $later) {
    [$stream, $other_end] = odbc_watched_stream();
    [$a, $b, $c, $d, $e] = ['text', 1234, null, $stream, 'last'];
    unset($stream);
    $running = Async\spawn(fn() => $insert->execute());
    fwrite($other_end, 'from ');
    until(fn() => Watch::$reads > 0);
    $a = $b = $c = $d = $e = $later;
    fwrite($other_end, 'a stream');
    fclose($other_end);
    Async\await($running);
    $read();
}

unset($insert, $running);
odbc_counts($db);
$plain->exec('DROP TABLE pool_bound');
?>
--EXPECT--
[["text","1234",null,"1","slow"]]
[["text","1234",null,"1","slow"]]
[["text","1234",null,"1","slow"]]
[["text","1234",null,"1","slow"]]
[["text","1234",null,"1","slow"]]
[["text","1234",null,"1","slow"]]
[["text","1234",null,"from a stream","last"]]
[["text","1234",null,"from a stream","last"]]
[["text","1234",null,"from a stream","last"]]
[["text","1234",null,"from a stream","last"]]
[["text","1234",null,"from a stream","last"]]
idle 1, active 0, created 1, destroyed 0
