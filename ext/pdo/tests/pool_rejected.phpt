--TEST--
PDO pool: a wrong password is told at once, to all who wait, and is not tried more than once in 100 ms
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

$db = PoolServer::connect(PDOPoolTest::dsn(), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 30000], 'nobody_at_all', 'secret_password');
$errors = [];
$caller = function () use ($db, &$errors) {
    try {
        PDOPoolTest::touch($db);
    } catch (PDOException $e) {
        $errors[] = $e;
    }
};
$begin = hrtime(true);
Async\await_all(array_map(fn() => Async\spawn($caller), range(1, 20)));
var_dump(count($errors), count(array_filter($errors, fn($e) => $e->getCode() !== 'HYT00')));
var_dump($db->getPool()->getStats()['factory_failures']);
var_dump(hrtime(true) - $begin < 10e9);
foreach ($errors as $e) {
    if (str_contains($e, 'secret_password') || str_contains(print_r($e->getTrace(), true), 'secret_password')) {
        echo "told: $e\n";
    }
}
/* The next one tries again, but not at once. */
$begin = hrtime(true);
$errors = [];
Async\await(Async\spawn($caller));
var_dump(count($errors), hrtime(true) - $begin < 10e9, $db->getPool()->getStats()['factory_failures']);
/* Not later and later. */
$begin = hrtime(true);
for ($i = 0; $i < 6; $i++) {
    Async\await(Async\spawn($caller));
}
var_dump(hrtime(true) - $begin > 0.55e9, hrtime(true) - $begin < 5e9, $db->getPool()->getStats()['factory_failures']);
?>
--EXPECT--
int(20)
int(20)
int(1)
bool(true)
int(1)
bool(true)
int(2)
bool(true)
bool(true)
int(8)
