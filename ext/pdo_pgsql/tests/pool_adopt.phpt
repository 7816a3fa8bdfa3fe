--TEST--
What the main script sets right after new PDO holds for all connections: frameworks on PostgreSQL
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

/* What they run: by exec(), prepare() or query(). */
$frameworks = [
    'Laravel' => [
        ['prepare', "set names 'utf8'"],
        ['prepare', "set session characteristics as transaction isolation level REPEATABLE READ"],
        ['prepare', "set time zone 'Asia/Tokyo'"],
        ['prepare', 'set search_path to "pool_adopt", "public"'],
        ['prepare', "set application_name to 'pool_adopt laravel'"],
        ['prepare', "set synchronous_commit to 'off'"],
    ],
    'Doctrine' => [
        ['exec', "SET NAMES 'UTF8'"],
        ['exec', "SET SESSION timezone = 'Asia/Tokyo';"],
        ['exec', 'SET search_path TO pool_adopt'],
        ['query', "SELECT set_config('app.tenant', 'none', false)"],
        ['exec', 'SET DEFAULT_TRANSACTION_ISOLATION = "repeatable read"'],
        ['exec', 'RESET synchronous_commit'],
    ],
    'Medoo' => [
        ['exec', "SET NAMES 'utf8'"],
        ['exec', "set timezone='Asia/Tokyo'"],
        ['exec', 'SET SCHEMA \'pool_adopt\''],
        ['exec', 'set default_transaction_isolation to \'repeatable read\''],
    ],
];
$look = "SELECT current_setting('TimeZone') || ' ' || current_setting('search_path') || ' '
    || current_setting('default_transaction_isolation') || ' ' || current_setting('client_encoding')";
foreach ($frameworks as $name => $statements) {
    $db = pgsql_pool(20);
    foreach ($statements as [$method, $sql]) {
        $stmt = $db->$method($sql);
        if ($method === 'prepare') {
            $stmt->execute();
        }
        $stmt = null;
    }
    $mine = $db->query($look)->fetchColumn();
    $seen = $pids = [];
    for ($round = 0; $round < 2; $round++) {
        $coroutines = [];
        $held = 0;
        for ($i = 0; $i < 20; $i++) {
            $coroutines[] = Async\spawn(function () use ($db, $look, $round, &$seen, &$pids, &$held) {
                $stmt = $db->prepare("SELECT pg_backend_pid(), ($look)");
                /* Each holds its connection until all have one. */
                for ($held++; $held < 20;) {
                    Async\delay(1);
                }
                $stmt->execute();
                [$pid, $found] = $stmt->fetch(PDO::FETCH_NUM);
                $pids[$pid] = true;
                $seen[$found] = true;
                /* In the second round all sessions have been reset. */
                $db->exec("SET TimeZone = 'Europe/Paris'; SET search_path = nowhere; SET ROLE NONE");
            });
        }
        foreach ($coroutines as $coroutine) {
            Async\await($coroutine);
        }
    }
    echo "$name: $mine, the same in all: ", var_export(array_keys($seen) === [$mine], true), ', connections ', count($pids),
        ', resets ', $db->getPool()->getStats()['resets'] >= 20 ? 'enough' : 'too few', "\n";
}
?>
--EXPECT--
Laravel: Asia/Tokyo pool_adopt, public repeatable read UTF8, the same in all: true, connections 20, resets enough
Doctrine: Asia/Tokyo pool_adopt repeatable read UTF8, the same in all: true, connections 20, resets enough
Medoo: Asia/Tokyo pool_adopt repeatable read UTF8, the same in all: true, connections 20, resets enough
