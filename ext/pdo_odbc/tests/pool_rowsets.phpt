--TEST--
ODBC pool: each of several results has its own columns and rows
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['the driver takes one statement at a time' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool();
$text = 'SELECT 1 AS a, 2 AS b; SELECT 3 AS c; SELECT 4 AS d, 5 AS e, 6 AS f';
if (odbc_is('maria')) {
    $db->exec('DROP PROCEDURE IF EXISTS pool_rowsets');
    $db->exec("CREATE PROCEDURE pool_rowsets() BEGIN $text; END");
    $text = 'CALL pool_rowsets()';
}
$read = function () use ($db, $text) {
    $statement = $db->query($text);
    $results = [];
    do {
        if ($statement->columnCount() > 0) {
            $results[] = json_encode($statement->fetchAll(PDO::FETCH_ASSOC));
        }
    } while ($statement->nextRowset());
    return implode("\n", $results) . "\n";
};
echo Async\await(Async\spawn($read));
/* Not all of the first one is fetched. */
Async\await(Async\spawn(function () use ($db, $text) {
    $statement = $db->query($text);
    var_dump($statement->nextRowset(), $statement->fetchColumn());
}));
if (odbc_is('maria')) {
    $db->exec('DROP PROCEDURE pool_rowsets');
}
?>
--EXPECT--
[{"a":"1","b":"2"}]
[{"c":"3"}]
[{"d":"4","e":"5","f":"6"}]
bool(true)
string(1) "3"
