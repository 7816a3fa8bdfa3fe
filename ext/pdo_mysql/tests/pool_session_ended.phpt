--TEST--
A session that ends itself is closed at once, and its user goes on with another
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = mysql_pool(1);
foreach (['KILL CONNECTION_ID()', 'COMMIT RELEASE', 'rollback and no chain release ;'] as $sql) {
    foreach (['exec', 'query', 'prepare'] as $way) {
        $id = run(function () use ($db, $sql, $way) {
            $id = mysql_id($db);
            try {
                $way === 'prepare' ? $db->prepare($sql)->execute() : $db->$way($sql);
            } catch (PDOException) {
            }
            /* Not "gone away". */
            var_dump($db->query('SELECT 1')->fetchColumn() == 1);
            return $id;
        });
        var_dump(mysql_id($db) !== $id);
    }
}

/* What looks like it is no reason to close anything. */
$id = run(fn() => mysql_id($db));
run(fn() => $db->exec('COMMIT NO RELEASE'));
run(fn() => $db->query("SELECT 1 AS `release`")->fetchAll());
var_dump(run(fn() => mysql_id($db)) === $id);
?>
--EXPECT--
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
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
