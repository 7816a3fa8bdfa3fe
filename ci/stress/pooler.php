<?php
/* PDO through PgBouncer in transaction mode (PGBOUNCER_TEST_DSN): an ordinary handle, a pool, a pool with a cache of
 * statements that is too small for the texts. Prints `ok - ...` or `not ok - ...` lines; exit status 0 when all is right.
 *
 *   eval "$(ci/services/start pgsql pgbouncer)"; php ci/stress/pooler.php
 *
 * Prepared statements are run again and again while others use the sessions in between; most of them go, so that
 * they are closed on the server. The server's log must have no error (ci/stages/pgbouncer.sh looks there). */

const ROUNDS = 20, COROUTINES = 12, TEXTS = 10, CACHE = 3;

$failed = 0;

function check(bool $right, string $title, mixed $found = null): void
{
    global $failed;
    echo $right ? 'ok - ' : 'not ok - ', $title, $right ? '' : ' (' . json_encode($found) . ')', "\n";
    $failed += $right ? 0 : 1;
}

function connect(array $options = []): PDO
{
    return new PDO(getenv('PGBOUNCER_TEST_DSN'), options: $options);
}

/* Several texts, each prepared once and executed twice; the number of answers that are wrong. */
function statements(PDO $db, int $n): int
{
    $wrong = 0;
    $kept = $db->prepare('SELECT ?::int * 2');
    for ($i = 0; $i < ROUNDS; $i++) {
        $text = ($n + $i) % TEXTS;
        $stmt = $db->prepare("SELECT ?::int + $text");
        foreach ([$i, $i + 1] as $value) {
            $stmt->execute([$value]);
            $wrong += $stmt->fetchColumn() !== $value + $text;
        }
        $kept->execute([$i]);
        $wrong += $kept->fetchColumn() !== $i * 2;
    }
    return $wrong;
}

/* Inserts in transactions; the id of each is asked for inside, and once more when it is over. */
function inserts(PDO $db, int $n): array
{
    $seen = ['wrong inside' => 0, 'wrong outside' => 0, 'exceptions outside' => 0];
    for ($i = 0; $i < ROUNDS; $i++) {
        $db->beginTransaction();
        $stmt = $db->prepare('INSERT INTO pooler (who) VALUES (?)');
        $stmt->execute([$n]);
        $id = $db->lastInsertId();
        $who = $db->query("SELECT who FROM pooler WHERE id = $id")->fetchColumn();
        $seen['wrong inside'] += $who !== $n;
        $i % 3 ? $db->commit() : $db->rollBack();
        try {
            $seen['wrong outside'] += $db->lastInsertId() !== $id;
        } catch (PDOException) {
            $seen['exceptions outside']++;
        }
    }
    return $seen;
}

/* The id of an insert of its own, outside of a transaction: right, or an exception. */
function lone_inserts(PDO $db, int $n): int
{
    $wrong = 0;
    for ($i = 0; $i < ROUNDS; $i++) {
        $right = $db->query("INSERT INTO pooler (who) VALUES ($n) RETURNING id")->fetchColumn();
        try {
            $wrong += $db->lastInsertId() !== (string) $right;
        } catch (PDOException) {
        }
    }
    return $wrong;
}

function sum(array $counts): array
{
    return array_map(fn ($key) => array_sum(array_column($counts, $key)), array_combine(array_keys($counts[0]), array_keys($counts[0])));
}

function in_coroutines(callable $work, PDO $db): array
{
    return Async\await_all_or_fail(array_map(fn ($n) => Async\spawn($work, $db, $n), range(1, COROUTINES)));
}

$admin = new PDO(getenv('PDO_PGSQL_TEST_DSN'));
$admin->exec('DROP TABLE IF EXISTS pooler; CREATE TABLE pooler (id serial PRIMARY KEY, who int)');

$wrong = statements(connect(), 1);
check($wrong === 0, 'ordinary handle: prepared statements', $wrong);
$pools = ['pool' => [], 'pool with a cache' => [PDO::ATTR_POOL_STMT_CACHE_SIZE => CACHE]];
foreach ($pools as $title => $options) {
    $db = connect($options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 6]);
    $wrong = array_sum(in_coroutines('statements', $db));
    check($wrong === 0, "$title: prepared statements", $wrong);
    $seen = sum(in_coroutines('inserts', $db));
    check($seen['wrong inside'] === 0, "$title: lastInsertId() in a transaction", $seen);
    check($seen['wrong outside'] === 0, "$title: lastInsertId() after it is right or an exception", $seen);
    $wrong = array_sum(in_coroutines('lone_inserts', $db));
    check($wrong === 0, "$title: lastInsertId() of a single insert is right or an exception", $wrong);
    if ($options) {
        $stats = $db->getPool()->getStats()['stmt_cache'];
        check($stats['hits'] > 0 && $stats['evicted'] > 0, "$title: statements are found again, and closed", $stats);
    }
    unset($db);
}
$admin->exec('DROP TABLE pooler');
exit($failed ? 1 : 0);
