<?php
/* Random programs on a pooled PostgreSQL handle whose statements share connections (Pdo\Pgsql::ATTR_POOL_PIPELINE),
 * against a model: every result is the caller's own, every error is one that the call may meet, what was acknowledged is
 * there once, and at the end nothing is held, waits or is left on the server.
 * Usage: php pipeline.php [--seed=N] [--rounds=N] [--seconds=N]; the server is that of $PDO_PGSQL_TEST_DSN. A round
 * depends on its seed alone, but for the times at which answers arrive: --seed=N --rounds=1 replays it. */

use Async\AsyncCancellation;

final class Round
{
    private PDO $pdo;
    /* Beside the pool. */
    private PDO $plain;
    private string $table;
    private string $name;
    /* Sums that coroutines have added to their rows, as far as they know; null: unknown. */
    private array $added = [];
    private array $coroutines = [];
    private int $kills = 0;
    private int $cancels = 0;
    private bool $is_closed = false;
    public static array $happened = [];

    function __construct(private int $seed)
    {
        mt_srand($seed);
        $this->name = "pipeline_$seed";
        $this->table = 'stress_pipeline';
        $dsn = getenv('PDO_PGSQL_TEST_DSN');
        $this->plain = new PDO("$dsn;application_name=pipeline_plain");
        $this->plain->exec("DROP TABLE IF EXISTS $this->table");
        $this->plain->exec("CREATE TABLE $this->table (id int PRIMARY KEY, value bigint NOT NULL)");
        $this->plain->exec("INSERT INTO $this->table SELECT i, 0 FROM generate_series(0, 99) i");
        $this->pdo = new PDO("$dsn;application_name=$this->name", null, null, [
            PDO::ATTR_POOL_ENABLED => true,
            PDO::ATTR_POOL_MAX => mt_rand(1, 4),
            Pdo\Pgsql::ATTR_POOL_PIPELINE => mt_rand(2, 12),
            Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => [0, 5, 20, 1000][mt_rand(0, 3)],
            PDO::ATTR_POOL_STMT_CACHE_SIZE => [0, 0, 3, 20][mt_rand(0, 3)],
            PDO::ATTR_POOL_QUERY_TIMEOUT => mt_rand(0, 3) ? 0 : 2000,
        ]);
    }

    private static function note(string $what): void
    {
        self::$happened[$what] = (self::$happened[$what] ?? 0) + 1;
    }

    private static function check(bool $holds, string $what): void
    {
        if (!$holds) {
            throw new Error($what);
        }
    }

    /* A kill may hit anybody who is on the wire; nothing else may. */
    private function allow(PDOException $e): void
    {
        $state = (string) $e->getCode();
        self::check($this->kills > 0 && in_array($state, ['57P01', '08006', '08003', 'HY000', '08007', '57P03', '08004']),
            "unexpected: {$e->getMessage()}");
        self::note("lost $state");
    }

    private function read(int $me): void
    {
        $number = mt_rand(1, 1000000);
        $row = match (mt_rand(0, 4)) {
            0 => $this->pdo->query("SELECT $number AS n")->fetch(PDO::FETCH_NUM),
            1 => $this->pdo->query("SELECT $number AS n")->fetchAll(PDO::FETCH_NUM)[0],
            2 => $this->pdo->query("VALUES ($number)")->fetch(PDO::FETCH_NUM),
            3 => [$this->pdo->query("SELECT count(*) FROM $this->table WHERE id <> $number")->fetchColumn() - 100 + $number
                + ($number < 100 ? 1 : 0)],
            4 => $this->pdo->query("WITH x AS (SELECT $number AS n) TABLE x")->fetch(PDO::FETCH_NUM),
        };
        self::check($row[0] === $number, "another's row: " . json_encode($row) . ", not $number");
        self::note('read');
    }

    private function prepared(): void
    {
        $statement = $this->pdo->prepare("SELECT id, ?::int AS mine FROM $this->table WHERE id = ?");
        for ($i = mt_rand(1, 4); $i > 0; $i--) {
            $id = mt_rand(0, 99);
            $mine = mt_rand(1, 1000000);
            $statement->execute([$mine, $id]);
            self::check($statement->rowCount() === 1 && $statement->fetch(PDO::FETCH_NUM) === [$id, $mine], 'prepared');
            if (mt_rand(0, 5) === 0) {
                self::check($statement->getColumnMeta(0)['native_type'] === 'int4', 'column');
                self::note('settled by getColumnMeta');
            }
        }
        self::note('prepared');
    }

    private function wrong(): void
    {
        [$sql, $state] = [
            ['SELECT 1 / (id - id) FROM ' . $this->table, '22012'],
            ['SELECT nothing FROM ' . $this->table, '42703'],
            ['SELECT 1 FROM', '42601'],
            ["SELECT CAST('x' AS int)", '22P02'],
        ][mt_rand(0, 3)];
        try {
            $this->pdo->query($sql);
            throw new Error("no error: $sql");
        } catch (PDOException $e) {
            if ((string) $e->getCode() !== $state) {
                $this->allow($e);
                return;
            }
        }
        self::check($this->pdo->errorInfo()[0] === $state, "errorInfo(): {$this->pdo->errorInfo()[0]}, not $state");
        self::note('error');
    }

    /* The row with the number of the coroutine is its own. */
    private function transaction(int $me): void
    {
        $amount = mt_rand(1, 1000);
        $expected = $this->added[$me];
        $statement = $this->pdo->prepare("SELECT value FROM $this->table WHERE id = ?");
        if (mt_rand(0, 1)) {
            $statement->execute([$me]);
            $before = $statement->fetchColumn();
            self::check($expected === null || $before === $expected, "before: $before, not $expected");
        }
        $this->added[$me] = null;
        $this->pdo->beginTransaction();
        $this->pdo->exec("UPDATE $this->table SET value = value + $amount WHERE id = $me");
        $statement->execute([$me]);
        $within = $statement->fetchColumn();
        self::check($expected === null || $within === $expected + $amount, 'a statement outside of its transaction');
        if (mt_rand(0, 2)) {
            $this->pdo->commit();
            $this->added[$me] = $within;
        } else {
            $this->pdo->rollBack();
            $this->added[$me] = $within - $amount;
        }
        self::note('transaction');
    }

    private function write(int $me): void
    {
        $amount = mt_rand(1, 1000);
        $expected = $this->added[$me];
        $this->added[$me] = null;
        self::check($this->pdo->exec("UPDATE $this->table SET value = value + $amount WHERE id = $me") === 1, 'one row');
        $this->added[$me] = $expected === null ? null : $expected + $amount;
        self::note('write');
    }

    private function coroutine(int $me): void
    {
        for ($i = mt_rand(3, 12); $i > 0; $i--) {
            try {
                match (mt_rand(0, 11)) {
                    0, 1, 2, 3, 4 => $this->read($me),
                    5, 6 => $this->prepared(),
                    7 => $this->wrong(),
                    8 => $this->transaction($me),
                    9 => $this->write($me),
                    10 => Async\suspend(),
                    11 => usleep(mt_rand(0, 2000)),
                };
            } catch (PDOException $e) {
                $this->allow($e);
                if ($this->pdo->inTransaction()) {
                    $this->pdo->rollBack();
                }
            }
        }
    }

    private function run_coroutine(int $me): void
    {
        $this->added[$me] = 0;
        try {
            $this->coroutine($me);
        } catch (AsyncCancellation) {
            self::note('cancelled');
        }
    }

    private function kill_one(): void
    {
        $this->kills++;
        $this->plain->exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '$this->name'
            ORDER BY random() LIMIT 1");
        self::note('kill');
    }

    private function disturb(): void
    {
        switch (mt_rand(0, 19)) {
            case 0:
                $this->kill_one();
                break;
            case 1: case 2: case 3: case 4:
                $this->coroutines[array_rand($this->coroutines)]->cancel();
                $this->cancels++;
                break;
            case 5:
                $this->pdo->getPool()->retireAll();
                break;
            case 6:
                gc_collect_cycles();
                break;
            default:
                usleep(mt_rand(0, 1000));
        }
    }

    private function left(): int
    {
        return (int) $this->plain->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = '$this->name'")
            ->fetchColumn();
    }

    /* The sum of a row whose outcome is unknown is what it is; all others are exact. */
    private function compare(): void
    {
        foreach ($this->plain->query("SELECT id, value FROM $this->table") as [$id, $value]) {
            $expected = array_key_exists($id, $this->added) ? $this->added[$id] : 0;
            self::check($expected === null || $expected === $value, "row $id: $value, not $expected");
        }
        for ($i = 0; $i < 2000; $i++) {
            $stats = $this->pdo->getPool()->getStats();
            if ($stats['active'] + $stats['waiting'] + $stats['connecting'] === 0) {
                break;
            }
            usleep(1000);
            gc_collect_cycles();
        }
        self::check($stats['active'] + $stats['waiting'] + $stats['connecting'] === 0, 'held at rest: ' . json_encode($stats));
        self::$happened['pipelined'] = (self::$happened['pipelined'] ?? 0) + $stats['pipelined'];
    }

    function run(): void
    {
        for ($me = 0; $me < 30; $me++) {
            $this->coroutines[$me] = Async\spawn($this->run_coroutine(...), $me);
        }
        for ($i = mt_rand(0, 40); $i > 0; $i--) {
            $this->disturb();
        }
        foreach ($this->coroutines as $coroutine) {
            try {
                Async\await($coroutine);
            } catch (AsyncCancellation) {
                /* It had not begun. */
            }
        }
        $this->coroutines = [];
        $this->compare();
        unset($this->pdo);
        for ($i = 0; $i < 2000 && $this->left() > 0; $i++) {
            usleep(1000);
        }
        self::check($this->left() === 0, 'connections are left on the server');
    }
}

$options = getopt('', ['seed:', 'rounds:', 'seconds:']);
$seed = (int) ($options['seed'] ?? 1);
$rounds = (int) ($options['rounds'] ?? 1000000);
$end = isset($options['seconds']) ? hrtime(true) + $options['seconds'] * 1e9 : INF;
for ($round = 0; $round < $rounds && hrtime(true) < $end; $round++) {
    try {
        (new Round($seed + $round))->run();
    } catch (Throwable $e) {
        echo 'not ok - pipelined statements: --seed=', $seed + $round, " --rounds=1: $e\n";
        exit(1);
    }
}
ksort(Round::$happened);
echo "ok - pipelined statements: $round rounds from seed $seed: ",
    implode(', ', array_map(fn($what, $count) => "$what $count", array_keys(Round::$happened), Round::$happened)), "\n";
