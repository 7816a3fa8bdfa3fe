--TEST--
ODBC pool: parameters of all kinds, in any order, reach the server
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
$plain = odbc_plain();
odbc_table($plain, 'pool_params', 'a INTEGER, b VARCHAR(100), c VARCHAR(100), d VARCHAR(100)');
$stream = function (string $text) {
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $text);
    rewind($stream);
    return $stream;
};
$sets = [
    [1, 'text', null, ''],
    [2, ['from a stream'], 'text', ['and another']],
    [3, null, ['stream'], "it's"],
    [4, 'ünïcödé', str_repeat('x', 100), '?'],
];
$insert = function (PDO $db, array $sets) use ($stream) {
    $statement = $db->prepare('INSERT INTO pool_params VALUES (?, ?, ?, ?)');
    foreach ($sets as $set) {
        foreach ($set as $i => $value) {
            if (is_array($value)) {
                $statement->bindValue($i + 1, $stream($value[0]), PDO::PARAM_LOB);
            } else {
                $statement->bindValue($i + 1, $value, $value === null ? PDO::PARAM_NULL : PDO::PARAM_STR);
            }
        }
        $statement->execute();
    }
    $statement->execute([5, 'a', 'b', 'c']);
    /* By reference, changed in between. */
    $statement->bindParam(1, $number);
    foreach ([6, 7] as $number) {
        $statement->execute();
    }
};
$read = fn() => $plain->query('SELECT * FROM pool_params ORDER BY a')->fetchAll(PDO::FETCH_NUM);
$insert($plain, $sets);
$expected = $read();
$plain->exec('DELETE FROM pool_params');
$db = odbc_pool();
Async\await(Async\spawn($insert, $db, $sets));
var_dump(count($expected), $read() === $expected);

/* One that cannot be taken. */
try {
    Async\await(Async\spawn(fn() => $db->prepare('INSERT INTO pool_params (a, nothing) VALUES (?, ?)')->execute([1, 2])));
} catch (PDOException $e) {
    echo get_class($e), "\n";
}
var_dump(Async\await(Async\spawn(fn() => $db->query("SELECT b FROM pool_params WHERE a = 2")->fetchColumn())));
odbc_counts($db);
$plain->exec('DROP TABLE pool_params');
?>
--EXPECT--
int(7)
bool(true)
PDOException
string(13) "from a stream"
idle 1, active 0, created 1, destroyed 0
