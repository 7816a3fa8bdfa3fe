<?php
/* What the programs of this folder share. Each is run as `php PROGRAM.php DATABASE MODE`:
 *
 *   DATABASE  pgsql, mysql, sqlite, pgbouncer (PostgreSQL through PgBouncer in transaction mode) or pgbouncer-session (in
 *             session mode); where it is, the environment of ci/services says
 *   MODE      plain: one ordinary PDO object; pooled: a pooled one, outside of coroutines; coroutines: a pooled one, and
 *             each job in a coroutine of its own
 *
 * A program prints what it found, the same text in all modes and on all databases: ci/stages/software.sh compares. */

error_reporting(E_ALL & ~E_DEPRECATED);     // libraries of Debian 12 are older than PHP 8.4

const POOL_MAX = 3;      // as many sessions as PgBouncer has on the server: in session mode a fourth would wait for ever

[, $database, $mode] = $argv + [null, null, null];
const DRIVERS = ['pgsql' => 'pgsql', 'mysql' => 'mysql', 'sqlite' => 'sqlite', 'pgbouncer' => 'pgsql', 'pgbouncer-session' => 'pgsql'];
isset(DRIVERS[$database]) || exit("no database '$database': " . implode(', ', array_keys(DRIVERS)) . "\n");
$driver = DRIVERS[$database];
in_array($mode, ['plain', 'pooled', 'coroutines'], true) || exit("no mode '$mode': plain, pooled or coroutines\n");

function options(): array
{
    global $mode;
    return $mode === 'plain' ? [] : [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => POOL_MAX];
}

function sqlite_file(): string
{
    static $file;
    if ($file === null) {
        $file = tempnam(sys_get_temp_dir(), 'software');
        register_shutdown_function(fn () => array_map('unlink', array_filter(["$file", "$file-wal", "$file-shm"], 'is_file')));
    }
    return $file;
}

function connect(): PDO
{
    global $database;
    $options = options() + [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION];
    return match ($database) {
        'pgsql' => new PDO(getenv('PDO_PGSQL_TEST_DSN'), options: $options),
        // A session on the server is another one for each transaction, and may not know what another one has prepared.
        'pgbouncer' => new PDO(getenv('PGBOUNCER_TEST_DSN'), options: $options + [PDO::ATTR_EMULATE_PREPARES => true]),
        'pgbouncer-session' => new PDO(getenv('PGBOUNCER_SESSION_TEST_DSN'), options: $options),
        'mysql' => new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS'), $options),
        'sqlite' => new PDO('sqlite:' . sqlite_file(), options: $options + [PDO::ATTR_TIMEOUT => 60]),
    };
}

/* Runs the job for each number up to $count, and gives what it returned or threw. Jobs pause in the middle, so that in
 * coroutines they meet. */
function run_jobs(int $count, callable $job): array
{
    global $mode;
    $outcome = function (int $n) use ($job) {
        try {
            return $job($n);
        } catch (Exception $e) {
            return $e;
        }
    };
    if ($mode !== 'coroutines') {
        return array_map($outcome, range(1, $count));
    }
    return array_values(Async\await_all_or_fail(array_map(fn ($n) => Async\spawn($outcome, $n), range(1, $count))));
}

function pause(): void
{
    global $mode;
    $mode !== 'coroutines' || Async\delay(random_int(0, 3));
}

/* One object for each coroutine; outside of them, one. */
final class PerCoroutine
{
    private WeakMap $objects;
    private ?object $one = null;

    public function __construct(private Closure $make)
    {
        $this->objects = new WeakMap;
    }

    public function get(): object
    {
        global $mode;
        if ($mode !== 'coroutines') {
            return $this->one ??= ($this->make)();
        }
        return $this->objects[Async\current_coroutine()] ??= ($this->make)();
    }
}

/* Nothing is left in use when all is done; what the pool says is not part of the text. */
function check_pool(PDO $db): void
{
    global $mode;
    if ($mode === 'plain') {
        return;
    }
    $pool = $db->getPool();
    if ($pool->activeCount() !== 0 || $pool->count() > POOL_MAX) {
        exit("in use: {$pool->activeCount()}, connections: {$pool->count()} of " . POOL_MAX . "\n");
    }
}
