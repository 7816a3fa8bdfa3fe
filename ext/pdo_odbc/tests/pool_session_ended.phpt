--TEST--
ODBC pool: a session that ends itself is closed at once, and its user goes on with another
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no sessions' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$texts = odbc_is('maria')
    ? ['KILL CONNECTION_ID()', 'COMMIT RELEASE', 'rollback and no chain release ;']
    : array_fill(0, 3, 'SELECT pg_terminate_backend(pg_backend_pid())');
$db = odbc_pool(1);
foreach ($texts as $sql) {
    foreach (['exec', 'query'] as $way) {
        $id = Async\await(Async\spawn(function () use ($db, $sql, $way) {
            $id = odbc_session($db);
            try {
                $db->$way($sql);
            } catch (PDOException) {
            }
            var_dump($db->query('SELECT 1')->fetchColumn() == 1);
            return $id;
        }));
        var_dump(odbc_session($db) !== $id);
    }
}
odbc_counts($db);
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
idle 1, active 0, created 7, destroyed 6
