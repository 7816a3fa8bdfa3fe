--TEST--
PgBouncer, transaction mode: prepared statements give the right rows in whatever session they are run, with and without a cache
--EXTENSIONS--
pdo_pgsql
async
--SKIPIF--
<?php
if (!getenv('PGBOUNCER_TEST_DSN')) die('skip no PgBouncer: PGBOUNCER_TEST_DSN');
?>
--FILE--
<?php
require __DIR__ . '/pgbouncer.inc';

$direct = direct();
$direct->exec('DROP TABLE IF EXISTS pool_bouncer');
$direct->exec('CREATE TABLE pool_bouncer (id INT PRIMARY KEY, name TEXT)');
$direct->exec("INSERT INTO pool_bouncer SELECT n, 'name ' || n FROM generate_series(1, 50) n");

/* The same statement again and again, in and out of transactions, while others do the same with other texts. */
function work(PDO $db, int $number): string
{
    $by_id = $db->prepare("SELECT name || ' of $number' FROM pool_bouncer WHERE id = ?");
    $wrong = 0;
    for ($i = 1; $i <= 12; $i++) {
        $in_transaction = $i % 3 === 0;
        if ($in_transaction) {
            $db->beginTransaction();
        }
        $by_id->execute([$i]);
        $wrong += $by_id->fetchColumn() !== "name $i of $number";
        $other = $db->prepare('SELECT COUNT(*) + :number FROM pool_bouncer WHERE id <= :id');
        $other->execute(['number' => $number, 'id' => $i]);
        $wrong += $other->fetchColumn() !== (string) ($i + $number);
        unset($other);
        if ($in_transaction) {
            $db->commit();
        }
    }
    return $wrong === 0 ? 'right' : "$wrong wrong";
}

foreach ([0, 5] as $size) {
    $db = bouncer([PDO::ATTR_POOL_STMT_CACHE_SIZE => $size]);
    echo "cache $size: ", json_encode(array_count_values(crowd(12, fn(int $i) => work($db, $i)))), "\n";
    $stats = $db->getPool()->getStats();
    echo 'lost ', array_sum($stats['destroyed']), ', ', match (true) {
        $size === 0 || !follows_names() => $stats['stmt_cache']['hits'] === 0 ? 'as expected' : 'hits',
        default => $stats['stmt_cache']['hits'] > 0 ? 'as expected' : 'no hits',
    }, "\n";
    unset($db);
}

echo "a table that changes\n";
$db = bouncer([PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);
$all = function () use ($db) {
    $stmt = $db->prepare('SELECT * FROM pool_bouncer WHERE id = 1');
    $stmt->execute();
    return json_encode($stmt->fetchAll(PDO::FETCH_ASSOC));
};
echo run($all), run($all), run($all), "\n";
$direct->exec('ALTER TABLE pool_bouncer ADD more INT');
echo run($all), run($all), run($all), run($all), "\n";

echo "nothing of it stays on the server without a pooler's name\n";
$db = null;
$db = bouncer([PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_EMULATE_PREPARES => true]);
for ($i = $found = 0; $i < 9; $i++) {
    $found += (int) $db->query("SELECT COUNT(*) FROM pg_prepared_statements WHERE name LIKE 'pdo%'")->fetchColumn();
}
echo $found, "\n";
$direct->exec('DROP TABLE pool_bouncer');
?>
--EXPECT--
cache 0: {"right":12}
lost 0, as expected
cache 5: {"right":12}
lost 0, as expected
a table that changes
[{"id":"1","name":"name 1"}][{"id":"1","name":"name 1"}][{"id":"1","name":"name 1"}]
[{"id":"1","name":"name 1","more":null}][{"id":"1","name":"name 1","more":null}][{"id":"1","name":"name 1","more":null}][{"id":"1","name":"name 1","more":null}]
nothing of it stays on the server without a pooler's name
0
