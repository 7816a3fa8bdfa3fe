--TEST--
ODBC pool: long data go in and come out, as strings and from streams
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['the driver gives 255 bytes of a longer value' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$plain = odbc_plain();
odbc_table($plain, 'pool_long', 'id INTEGER, data ' . (odbc_is('maria') ? 'LONGTEXT' : 'TEXT') . ', tail VARCHAR(20)');
/* The driver for PostgreSQL cuts longer ones off, unless its option MaxLongVarcharSize says otherwise. */
$size = 300000;
$long = substr(str_repeat(sha1('long') . "\n", (int) ($size / 41) + 1), 0, $size);
$db = odbc_pool(2);
$work = function (int $id) use ($db, $long) {
    $stream = fopen('php://temp', 'w+');
    fwrite($stream, $long);
    rewind($stream);
    $insert = $db->prepare('INSERT INTO pool_long VALUES (?, ?, ?)');
    $insert->bindValue(1, $id);
    $insert->bindValue(2, $id % 2 ? $stream : $long, $id % 2 ? PDO::PARAM_LOB : PDO::PARAM_STR);
    $insert->bindValue(3, "tail $id");
    return $insert->execute();
};
var_dump(Async\await_all_or_fail(array_map(fn($id) => Async\spawn($work, $id), [1, 2, 3, 4])));
$expected = $plain->query('SELECT id, data, tail FROM pool_long ORDER BY id')->fetchAll(PDO::FETCH_NUM);
$read = fn() => $db->query('SELECT id, data, tail FROM pool_long ORDER BY id')->fetchAll(PDO::FETCH_NUM);
foreach (Async\await_all_or_fail([Async\spawn($read), Async\spawn($read)]) as $rows) {
    var_dump($rows === $expected);
}
foreach ($expected as [$id, $data, $tail]) {
    var_dump($data === substr($long, 0, strlen($data)), $tail === "tail $id");
}
var_dump($plain->query('SELECT MIN(' . 'LENGTH(data)) FROM pool_long')->fetchColumn() == $size);

/* Out of order, and twice. */
$lazy = Async\await(Async\spawn(function () use ($db) {
    $row = $db->query('SELECT tail, data FROM pool_long ORDER BY id')->fetch(PDO::FETCH_LAZY);
    return [strlen($row->data), $row->tail, $row->data];
}));
$row = $plain->query('SELECT tail, data FROM pool_long ORDER BY id')->fetch(PDO::FETCH_LAZY);
var_dump($lazy === [strlen($row->data), $row->tail, $row->data]);
$row = null;
var_dump($db->getPool()->activeCount());
$plain->exec('DROP TABLE pool_long');
?>
--EXPECT--
array(4) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(true)
  [3]=>
  bool(true)
}
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
