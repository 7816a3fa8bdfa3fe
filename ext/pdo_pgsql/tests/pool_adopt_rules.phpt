--TEST--
Only settings of the main script are adopted, before a coroutine has used the PDO object
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

$look = "SELECT current_setting('work_mem') || ' ' || current_setting('TimeZone') || ' ' || coalesce(current_setting('app.tenant', true), 'none')";
$clean = pgsql_connect()->query($look)->fetchColumn();
$other = fn(PDO $db) => Async\await(Async\spawn(fn() => $db->query($look)->fetchColumn()));
/* Does another connection have it? The first one is kept busy. */
$adopts = function (PDO $db, string ...$statements) use ($other, $clean): string {
    foreach ($statements as $sql) {
        try {
            $db->exec($sql);
        } catch (PDOException) {
        }
    }
    $busy = $db->prepare('SELECT 1');
    $seen = $other($db);
    return $seen === $clean ? 'no' : $seen;
};

/* Each on an object of its own. */
foreach ([
    ["SET work_mem = '2MB'"],
    ["SET LOCAL work_mem = '2MB'"],
    ["SET work_mem = '2MB'; SET TimeZone = 'Asia/Tokyo'"],
    ["SET /* a comment */ work_mem = '2MB' -- another"],
    ["BEGIN", "SET work_mem = '2MB'", "COMMIT"],
    ["SET work_mem = '2MB'", "RESET work_mem"],
    ["SET work_mem = '2MB'", "SET TimeZone = 'Asia/Tokyo'", "SET work_mem TO DEFAULT"],
    ["SET work_mem = '2MB'", "SET work_mem = '3MB'"],
    ["SET work_mem = 'nonsense'"],
    ["SELECT set_config('work_mem', '2MB', true)"],
    ["SELECT set_config('work_mem', '2' || 'MB', false)"],
    ["SELECT set_config('work_mem', '2MB', false)"],
    ["SET app.tenant = 'x'"],
] as $statements) {
    echo implode('; ', $statements), ': ', $adopts(pgsql_pool(), ...$statements), "\n";
}
echo "never: ", $adopts(pgsql_pool(options: [PDO::ATTR_POOL_ADOPT_SETUP => false]), "SET work_mem = '2MB'"), "\n";

/* The main script, after a coroutine. */
$db = pgsql_pool();
$other($db);
echo "too late: ", $adopts($db, "SET work_mem = '2MB'"), "\n";

/* A tenant's SET in the coroutine of a request, at its very start, is never everybody's: neither with an object
 * of the main script nor with one that the request has made. */
$db = pgsql_pool(2);
Async\await(Async\spawn(function () use ($db) {
    $db->exec("SET app.tenant = 'mine'");
    return $db->query("SELECT 1")->fetchColumn();
}));
$seen = [$other($db), $other($db)];
echo 'tenant: ', str_contains(implode($seen), 'mine') ? 'leaked' : 'private', "\n";
$db = null;
Async\await(Async\spawn(function () use (&$db) {
    $db = pgsql_pool(2);
    $db->exec("SET app.tenant = 'mine'");
}));
echo 'tenant: ', str_contains($other($db), 'mine') ? 'leaked' : 'private', "\n";
/* A statement that the main script has prepared is the coroutine's own when that runs it. */
$db = pgsql_pool(2);
$stmt = $db->prepare("SET app.tenant = 'mine'");
Async\await(Async\spawn(fn() => $stmt->execute()));
echo 'tenant: ', str_contains($other($db), 'mine') ? 'leaked' : 'private', "\n";
$stmt = null;

/* With the attribute it is the coroutine that constructs, until its first other statement. */
$db = null;
Async\await(Async\spawn(function () use (&$db) {
    $db = pgsql_pool(3, [PDO::ATTR_POOL_ADOPT_SETUP => true]);
    $db->exec("SET TimeZone = 'Asia/Tokyo'");
    $db->exec("SELECT 1");
    $db->exec("SET app.tenant = 'mine'");
}));
echo 'constructor: ', $other($db), "\n";
$db = null;
/* Its end is the end of that, even if it has done nothing: the next coroutine may bear its number. */
Async\await(Async\spawn(function () use (&$db) {
    $db = pgsql_pool(3, [PDO::ATTR_POOL_ADOPT_SETUP => true]);
}));
gc_collect_cycles();
for ($i = 0; $i < 5; $i++) {
    Async\await(Async\spawn(function () use ($db) {
        $db->exec("SET app.tenant = 'mine'");
    }));
}
echo 'tenant: ', str_contains($other($db), 'mine') ? 'leaked' : 'private', "\n";
try {
    pgsql_pool(3, [PDO::ATTR_POOL_ADOPT_SETUP => 1]);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
SET work_mem = '2MB': 2MB %s none
SET LOCAL work_mem = '2MB': no
SET work_mem = '2MB'; SET TimeZone = 'Asia/Tokyo': no
SET /* a comment */ work_mem = '2MB' -- another: 2MB %s none
BEGIN; SET work_mem = '2MB'; COMMIT: no
SET work_mem = '2MB'; RESET work_mem: no
SET work_mem = '2MB'; SET TimeZone = 'Asia/Tokyo'; SET work_mem TO DEFAULT: 4MB Asia/Tokyo none
SET work_mem = '2MB'; SET work_mem = '3MB': 3MB %s none
SET work_mem = 'nonsense': no
SELECT set_config('work_mem', '2MB', true): no
SELECT set_config('work_mem', '2' || 'MB', false): no
SELECT set_config('work_mem', '2MB', false): 2MB %s none
SET app.tenant = 'x': 4MB %s x
never: no
too late: no
tenant: private
tenant: private
tenant: private
constructor: 4MB Asia/Tokyo %S
tenant: private
PDO::ATTR_POOL_ADOPT_SETUP must be true, false or null
