--TEST--
PDO SQLite pool: the rows of a statement are those of the value it was executed with, even when another is bound meanwhile
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_replaced_while_fetching.db';
@unlink($file);
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true]);
$db->exec('CREATE TABLE t (a)');
foreach (['first', 'second', 'third'] as $text) {
    $db->prepare('INSERT INTO t VALUES (?)')->execute([str_repeat($text, 10)]);
}
$select = $db->prepare('SELECT substr(a, 1, 5), substr(?, 1, 5) FROM t WHERE a <> ?');
foreach ([PDO::PARAM_STR, PDO::PARAM_LOB] as $type) {
    $select->bindValue(1, str_repeat('value', 10), $type);
    $select->bindValue(2, str_repeat('second', 10));
    $select->execute();
    echo implode(' ', $select->fetch(PDO::FETCH_NUM)), "\n";
    $select->bindValue(1, str_repeat('other', 10), $type);
    $select->bindValue(2, str_repeat('third', 10));
    /* The former values are PDO's no more: these would take their memory. */
    $others = array_map(fn($digit) => str_repeat($digit, 50), range(0, 9));
    echo implode(' ', $select->fetch(PDO::FETCH_NUM)), "\n";
    var_dump($select->fetch());
}
?>
--EXPECT--
first value
third value
bool(false)
first value
third value
bool(false)
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_replaced_while_fetching.db' . $suffix);
}
?>
