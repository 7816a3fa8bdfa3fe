--TEST--
A standby is promoted while ten coroutines write: the pool is well by itself, and what was acknowledged is there once
--EXTENSIONS--
pdo_pgsql
async
posix
--SKIPIF--
<?php
require __DIR__ . '/pool_pair.inc';
PgPair::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool_pair.inc';
require __DIR__ . '/../../async/tests/settle.inc';
$pair = new PgPair;
$dsn = "pgsql:host=127.0.0.1,127.0.0.1 port={$pair->ports[0]},{$pair->ports[1]} dbname=postgres user=postgres target_session_attrs=";
$pool = fn(string $attributes, array $options = []) => new PDO($dsn . $attributes, null, null,
    $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 10, PDO::ATTR_TIMEOUT => 5]);
$recovers = fn(string $attributes) => Async\await(Async\spawn(
    fn() => $pool($attributes)->query('SELECT pg_is_in_recovery()')->fetchColumn()));

/* Each finds the server that it wants. */
foreach (['read-write', 'primary', 'standby', 'read-only', 'prefer-standby', 'any'] as $attributes) {
    echo "$attributes: ", json_encode($recovers($attributes)), "\n";
}

$db = $pool('read-write', [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 60000]);
$db->exec('CREATE TABLE writes (id INT)');
$state = new stdClass;
$state->acknowledged = array_fill(0, 10, []);
$state->errors = array_fill(0, 10, []);
$state->stops = false;
$writers = [];
for ($i = 0; $i < 10; $i++) {
    $writers[] = Async\spawn(function () use ($db, $i, $state) {
        for ($n = 0; !$state->stops; $n++) {
            $id = $i * 1000000 + $n;
            try {
                if ($i % 2) {
                    $db->beginTransaction();
                }
                $db->exec("INSERT INTO writes VALUES ($id)");
                if ($i % 2) {
                    $db->commit();
                }
                $state->acknowledged[$i][] = $id;
            } catch (PDOException $e) {
                $state->errors[$i][] = $e->getMessage();
                if ($db->inTransaction()) {
                    $db->rollBack();
                }
            }
            Async\delay(1);
        }
    });
}
$written = fn(int $count) => min(array_map('count', $state->acknowledged)) >= $count;
until(fn() => $written(5));
$pair->stop(0);
/* Nobody can write now; those who try wait. */
until(fn() => $db->getPool()->getStats()['waiting'] > 0 && $db->getPool()->getStats()['factory_failures'] >= 2);
$before = array_map('count', $state->acknowledged);
$pair->promote(1);
while (min(array_map(fn($now, $then) => count($now) - $then, $state->acknowledged, $before)) < 5) {
    Async\delay(5);
}
$state->stops = true;
Async\await_all($writers);

/* Each is that of a statement or transaction that was cut with its connection. A coroutine may take one that is cut
 * a moment later, and has two then. */
$errors = count(array_merge(...$state->errors));
$cut = $db->getPool()->getStats()['destroyed']['lost'];
echo 'errors: ', $errors <= $cut ? 'at most one for each lost connection' : "$errors for $cut lost connections", "\n";
foreach (array_merge(...$state->errors) as $error) {
    if (str_contains($error, 'Timeout') || str_contains($error, 'read-only')) {
        echo $error, "\n";
    }
}
$rows = $pair->plain(1)->query('SELECT id, COUNT(*) FROM writes GROUP BY id')->fetchAll(PDO::FETCH_KEY_PAIR);
$lost = array_filter(array_merge(...$state->acknowledged), fn($id) => !isset($rows[$id]));
$doubled = array_filter($rows, fn($count) => $count != 1);
echo 'lost: ', count($lost), ', doubled: ', count($doubled), "\n";
$stats = $db->getPool()->getStats();
echo "active $stats[active], waiting $stats[waiting]\n";
echo 'prefer-standby: ', json_encode($recovers('prefer-standby')), "\n";
?>
--EXPECT--
read-write: false
primary: false
standby: true
read-only: true
prefer-standby: true
any: false
errors: at most one for each lost connection
lost: 0, doubled: 0
active 0, waiting 0
prefer-standby: false
