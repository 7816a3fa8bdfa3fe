--TEST--
ODBC pool: rows that were read ahead are those that an ordinary handle fetches
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
odbc_table($plain, 'pool_rows', 'id INTEGER, name VARCHAR(40), note ' . (odbc_is('maria') ? 'MEDIUMTEXT' : 'TEXT'));
$plain->beginTransaction();
$insert = $plain->prepare('INSERT INTO pool_rows VALUES (?, ?, ?)');
for ($i = 0; $i < 700; $i++) {
    /* Of all sizes around those of the buffers; some NULL, some empty. */
    $note = $i % 7 === 3 ? null : str_repeat(chr(97 + $i % 26), $i % 5 === 0 ? $i : $i % 300);
    $insert->execute([$i, $i % 11 === 5 ? null : "name $i", $note]);
}
$plain->commit();
$insert = null;

$sql = [
    'bound' => 'SELECT id, name FROM pool_rows ORDER BY id',
    'long' => 'SELECT id, note, name FROM pool_rows ORDER BY id',
    'one' => 'SELECT id FROM pool_rows WHERE id = 5',
    'none' => 'SELECT id, note FROM pool_rows WHERE id < 0',
];
$ways = [
    'fetchAll' => fn($s) => $s->fetchAll(PDO::FETCH_ASSOC),
    'fetch' => function ($s) {
        for ($rows = []; $row = $s->fetch(PDO::FETCH_NUM); $rows[] = $row);
        /* After the end. */
        $rows[] = $s->fetch();
        return $rows;
    },
    'column' => fn($s) => $s->fetchAll(PDO::FETCH_COLUMN, 0),
    'some columns' => function ($s) {
        for ($i = 0, $rows = []; $i < 100; $i++) {
            $rows[] = $s->fetchColumn($i % 10 < 6 ? 0 : $s->columnCount() - 1);
        }
        return $rows;
    },
    'bound' => function ($s) {
        $s->bindColumn($s->columnCount(), $value);
        for ($rows = []; $s->fetch(PDO::FETCH_BOUND); $rows[] = $value);
        return $rows;
    },
    'a few, closed, executed again' => function ($s) {
        $rows = [$s->fetch(), $s->fetch(), $s->fetch()];
        $s->closeCursor();
        $s->execute();
        $rows[] = $s->fetch();
        $s->execute();
        return [$rows, $s->fetchAll()];
    },
];
$db = odbc_pool(2);
foreach ($sql as $what => $text) {
    foreach ($ways as $way => $read) {
        $expected = $read($plain->query($text));
        $got = Async\await(Async\spawn(fn() => $read($db->query($text))));
        if ($got !== $expected) {
            echo "$what, $way: differs\n";
        }
    }
}
odbc_counts($db);

/* Begun in a coroutine that ends; the rest is fetched elsewhere. */
$statement = Async\await(Async\spawn(function () use ($db, $sql) {
    $statement = $db->query($sql['long']);
    $statement->fetch();
    return $statement;
}));
var_dump(count($statement->fetchAll()));
$statement = null;
$plain->exec('DROP TABLE pool_rows');
?>
--EXPECT--
idle 1, active 0, created 1, destroyed 0
int(699)
