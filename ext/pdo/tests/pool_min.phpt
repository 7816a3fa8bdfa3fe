--TEST--
PDO pool: PDO::ATTR_POOL_MIN opens connections in the constructor, which fails when they cannot be had
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 2]);
PDOPoolTest::counts($db);
PDOPoolTest::touch($db);
PDOPoolTest::counts($db);

/* A data source that leads nowhere. */
$driver = $db->getAttribute(PDO::ATTR_DRIVER_NAME);
$dsn = match ($driver) {
    'sqlite' => 'sqlite:/nonexistent/directory/file.db',
    'pgsql' => 'pgsql:host=127.0.0.1;port=1;dbname=none',
    'mysql' => 'mysql:host=127.0.0.1;port=1;dbname=none',
    'odbc' => 'odbc:Driver={No such driver}',
};
$options = [PDO::ATTR_POOL_ENABLED => true];
try {
    new PDO($dsn, 'user', 'secret word', $options + [PDO::ATTR_POOL_MIN => 1]);
} catch (PDOException $e) {
    echo "the constructor failed\n";
    var_dump(str_contains((string) $e, 'secret'));
}
/* Without a minimum the first call does, and the next one tries again. */
$db = new PDO($dsn, 'user', 'secret word', $options + [PDO::ATTR_POOL_MAX => 1]);
for ($i = 0; $i < 2; $i++) {
    try {
        PDOPoolTest::touch($db);
    } catch (PDOException $e) {
        echo "exec() failed\n";
        var_dump(str_contains((string) $e, 'secret'));
    }
}
PDOPoolTest::counts($db);
?>
--EXPECT--
idle 2, active 0, created 2, destroyed 0
idle 2, active 0, created 2, destroyed 0
the constructor failed
bool(false)
exec() failed
bool(false)
exec() failed
bool(false)
idle 0, active 0, created 0, destroyed 0
