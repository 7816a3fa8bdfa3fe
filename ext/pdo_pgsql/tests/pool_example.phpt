--TEST--
The example of the specification runs as written
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$dsn = getenv('PDOTEST_DSN');
$user = getenv('PDOTEST_USER') ?: null;
$password = getenv('PDOTEST_PASS') ?: null;
$pdo = new PDO($dsn, $user, $password, [
    PDO::ATTR_POOL_ENABLED => true,  PDO::ATTR_POOL_MIN => 0,  PDO::ATTR_POOL_MAX => 10,
    PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0 /* ms */, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0 /* ms */,
]);
$workers = [];
for ($i = 0; $i < 50; $i++) {
    $workers[] = Async\spawn(function () use ($pdo, $i) {
        $pdo->beginTransaction();
        $stmt = $pdo->prepare('SELECT ?::int + pg_backend_pid() * 0 AS n');
        $stmt->execute([$i]);
        $n = $stmt->fetchColumn();
        $pdo->commit();
        return $n;
    });
}
$sum = array_sum(Async\await_all_or_fail($workers));
unset($workers);
var_dump($sum, $pdo->inTransaction());
var_dump($pdo->getPool()->count() <= 10, $pdo->getPool()->activeCount());
foreach (['pgsql', Pdo\Pgsql::class] as $i => $class) {
    $other = $i ? new Pdo\Pgsql($dsn, $user, $password, [PDO::ATTR_POOL_ENABLED => true]) : PDO::connect($dsn, $user, $password, [PDO::ATTR_POOL_ENABLED => true]);
    var_dump($other::class, $other->query('SELECT 1')->fetchColumn());
}
?>
--EXPECT--
int(1225)
bool(false)
bool(true)
int(0)
string(9) "Pdo\Pgsql"
int(1)
string(9) "Pdo\Pgsql"
int(1)
