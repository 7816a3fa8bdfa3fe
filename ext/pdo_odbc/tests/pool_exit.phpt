--TEST--
ODBC pool: exit() ends a query of another coroutine, and the script with it
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
$db = odbc_pool(3);
$query = odbc_endless();
for ($i = 0; $i < 3; $i++) {
    Async\spawn(function () use ($db, $query) {
        try {
            $statement = $db->prepare($query);
            $statement->execute();
        } finally {
            echo "finally\n";
        }
    });
}
odbc_wait_until(fn() => $db->getPool()->activeCount() === 3);
Async\delay(50);
register_shutdown_function(function () {
    echo "shutdown\n";
});
echo "exit\n";
exit(0);
?>
--EXPECT--
exit
shutdown
finally
finally
finally
