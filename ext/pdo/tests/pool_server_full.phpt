--TEST--
PDO pool: when the server has no place left, callers wait for a connection that the pool has
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool_server.inc';
PoolServer::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool_server.inc';

$admin = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
$user = 'pool_full_' . getmypid();
$pgsql = PDOPoolTest::server() === 'pgsql';
if ($pgsql) {
    $admin->exec("CREATE ROLE $user LOGIN PASSWORD 'full' CONNECTION LIMIT 1");
} else {
    $admin->exec("CREATE USER $user@'127.0.0.1' IDENTIFIED BY 'full' WITH MAX_USER_CONNECTIONS 1");
    $admin->exec("GRANT ALL ON *.* TO $user@'127.0.0.1'");
}
register_shutdown_function(function () use ($admin, $user, $pgsql, &$db, &$other) {
    $db = $other = null;
    $admin->exec($pgsql ? "DROP ROLE $user" : "DROP USER $user@'127.0.0.1'");
});
$pool = fn($options = []) => PoolServer::connect(PDOPoolTest::dsn(), $options + [PDO::ATTR_POOL_MAX => 4], $user, 'full');

$db = $pool();
$state = new stdClass;
$state->has = $state->give = false;
$holder = Async\spawn(function () use ($db, $state) {
    $db->beginTransaction();
    $state->has = true;
    while (!$state->give) {
        Async\delay(1);
    }
    $db->rollBack();
});
until(fn() => $state->has);
$callers = array_map(fn() => Async\spawn(fn() => PDOPoolTest::touch($db) !== false), range(1, 5));
until(fn() => $db->getPool()->getStats()['factory_failures'] >= 2);
echo json_encode(array_intersect_key($db->getPool()->getStats(), array_flip(['active', 'idle', 'waiting']))), "\n";
$state->give = true;
[$results, $errors] = Async\await_all($callers);
var_dump(count(array_filter($results)), array_map(fn($e) => $e->getMessage(), $errors));
Async\await($holder);
PDOPoolTest::counts($db);

/* Without a connection of its own the pool says what the server says, at once. */
$other = $pool();
try {
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($other)));
} catch (PDOException $e) {
    var_dump($e->getCode() !== 'HYT00' && $e->getPrevious() === null);
}

/* Within their time limit. */
$db = null;
$other = null;
$db = $pool([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1500]);
$state->has = $state->give = false;
$holder = Async\spawn(function () use ($db, $state) {
    /* The server may take its time to notice that the last one is gone. */
    until(function () use ($db) {
        try {
            return $db->beginTransaction();
        } catch (PDOException) {
            Async\delay(50);
        }
    });
    $state->has = true;
    while (!$state->give) {
        Async\delay(1);
    }
    $db->rollBack();
});
until(fn() => $state->has);
try {
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
} catch (PDOException $e) {
    echo preg_replace('/\d+ ms/', 'N ms', $e->getMessage()), "\n";
}
$state->give = true;
Async\await($holder);
?>
--EXPECT--
{"idle":0,"active":1,"waiting":5}
int(5)
array(0) {
}
idle 1, active 0, created 1, destroyed 0
bool(true)
SQLSTATE[HYT00]: Timeout expired: No resource could be had from the pool within N ms: 1 waiting, 1 active, 0 connecting, 0 idle, at most 4; the last connect failed
