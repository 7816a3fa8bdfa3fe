--TEST--
ODBC pool: scrollable and named cursors are where the user thinks they are
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
odbc_table($plain, 'pool_cursor', 'id INTEGER');
for ($i = 1; $i <= 6; $i++) {
    $plain->exec("INSERT INTO pool_cursor VALUES ($i)");
}
$scroll = function (PDO $db) {
    $statement = $db->prepare('SELECT id FROM pool_cursor ORDER BY id', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
    $statement->execute();
    $seen = [];
    foreach ([[PDO::FETCH_ORI_NEXT, 0], [PDO::FETCH_ORI_NEXT, 0], [PDO::FETCH_ORI_PRIOR, 0], [PDO::FETCH_ORI_LAST, 0],
            [PDO::FETCH_ORI_ABS, 3], [PDO::FETCH_ORI_REL, 2], [PDO::FETCH_ORI_NEXT, 0], [PDO::FETCH_ORI_NEXT, 0],
            [PDO::FETCH_ORI_FIRST, 0]] as [$orientation, $offset]) {
        $row = $statement->fetch(PDO::FETCH_NUM, $orientation, $offset);
        $seen[] = $row ? $row[0] : 'none';
    }
    return implode(' ', $seen);
};
$named = function (PDO $db) {
    $statement = $db->prepare('SELECT id FROM pool_cursor ORDER BY id');
    $statement->setAttribute(PDO::ATTR_CURSOR_NAME, 'pool_cursor_name');
    $statement->execute();
    return $statement->getAttribute(PDO::ATTR_CURSOR_NAME) . ' ' . implode(' ', $statement->fetchAll(PDO::FETCH_COLUMN));
};
$db = odbc_pool();
/* The driver for PostgreSQL has none that scroll, and unpatched pdo_odbc leaks memory when it finds that out. */
foreach (odbc_is('postgres') ? [$named, $named] : [$scroll, $named] as $way) {
    try {
        $expected = $way($plain);
    } catch (PDOException $e) {
        $expected = $e->getCode();
    }
    try {
        $got = Async\await(Async\spawn($way, $db));
    } catch (PDOException $e) {
        $got = $e->getCode();
    }
    var_dump($got === $expected ?: [$got, $expected]);
}
$plain->exec('DROP TABLE pool_cursor');
?>
--EXPECT--
bool(true)
bool(true)
