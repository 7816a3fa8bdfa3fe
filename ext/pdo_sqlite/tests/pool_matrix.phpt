--TEST--
What each way to change a session of SQLite comes to: clean, reset, closed or a leak (scripts/matrix)
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
require __DIR__ . '/../../../ext/pdo/tests/matrix.inc';
$file = __DIR__ . '/pool_matrix.sqlite';
foreach ([$file, "$file.other"] as $name) {
    @unlink($name);
    (new PDO("sqlite:$name", null, null, [PDO::ATTR_POOL_ENABLED => false]))
        ->exec('CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1); CREATE TABLE u (id INTEGER)');
}

/* What is changed: the command, and a query that gives 1 for a session in which it was done. */
$changes = [
    'foreign keys' => ['PRAGMA foreign_keys = 1', 'SELECT foreign_keys FROM pragma_foreign_keys'],
    'cache' => ['PRAGMA cache_size = 4711', 'SELECT cache_size = 4711 FROM pragma_cache_size'],
    'read only' => ['PRAGMA main . query_only ( 1 )', 'SELECT query_only FROM pragma_query_only'],
    'synchronous' => ['PRAGMA synchronous = OFF', 'SELECT synchronous = 0 FROM pragma_synchronous'],
    'time-out' => ['PRAGMA busy_timeout = 4711', 'SELECT timeout = 4711 FROM pragma_busy_timeout'],
    'LIKE' => ['PRAGMA case_sensitive_like = 1', "SELECT 'a' NOT LIKE 'A'"],
    'journal' => ['PRAGMA journal_mode = MEMORY', "SELECT journal_mode = 'memory' FROM pragma_journal_mode"],
    'table' => ['CREATE TEMP TABLE x (id)', "SELECT COUNT(*) FROM temp.sqlite_master WHERE name = 'x'"],
    'table in schema' => ['CREATE TABLE "temp".x (id)', "SELECT COUNT(*) FROM temp.sqlite_master WHERE name = 'x'"],
    'view' => ['CREATE TEMPORARY VIEW x AS SELECT 1', "SELECT COUNT(*) FROM temp.sqlite_master WHERE name = 'x'"],
    'trigger' => ['CREATE TEMP TRIGGER x AFTER INSERT ON u BEGIN SELECT 1; END', "SELECT COUNT(*) FROM temp.sqlite_master WHERE name = 'x'"],
    'database' => ["ATTACH '$file.other' AS other", "SELECT COUNT(*) FROM pragma_database_list WHERE name = 'other'"],
];

/* In which way; %s is the command, %f a function of PHP that runs it. */
$ways = [
    'exec' => '%s',
    'prepare' => ['%s'],
    'second of two' => 'SELECT 1; %s',
    'first of two' => '%s; SELECT 1',
    'behind a comment' => "/* it's */ -- so\n %s",
    'with an error behind it' => '%s; SELECT nothing FROM nowhere',
    'function' => 'SELECT %f()',
    'function, prepared' => ['SELECT %f()'],
    'function in quotes' => 'SELECT "%f" ( )',
    'function in WHERE' => 'SELECT 1 WHERE %f() = 1',
    'trigger' => 'INSERT INTO t VALUES (2)',
    'view' => 'SELECT * FROM v',
];

function outcome(int $reset, string|array $way, string $command, string $probe): string
{
    $db = new Pdo\Sqlite("sqlite:{$GLOBALS['file']}", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
        PDO::ATTR_POOL_RESET => $reset, PDO::ATTR_POOL_ADOPT_SETUP => false]);
    $db->createFunction('change', fn() => $db->exec($command) === false ? 0 : 1);
    Async\await(Async\spawn(function () use ($db, $way) {
        try {
            is_array($way) ? $db->prepare($way[0])->execute() : $db->exec($way);
        } catch (PDOException) {
        }
    }));
    while ($db->getPool()->activeCount() > 0) {
        Async\delay(1);
    }
    return Async\await(Async\spawn(function () use ($db, $probe) {
        $found = (int) $db->query($probe)->fetchColumn();
        $stats = $db->getPool()->getStats();
        return match (true) {
            $found === 1 => 'LEAK',
            array_sum($stats['destroyed']) > 0 => 'closed',
            $stats['resets'] > 0 => 'reset',
            default => 'clean',
        };
    }));
}

$owner = new Pdo\Sqlite("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => false]);
$owner->createFunction('change', fn() => 1);
$owner->exec('PRAGMA trusted_schema = 1; CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT change(); END; CREATE VIEW v AS SELECT change() AS id');
$owner = null;
pool_matrix('SQLite', array_keys($ways), array_keys($changes), function (int $reset, string $way, string $change) use ($ways, $changes) {
    [$command, $probe] = $changes[$change];
    return outcome($reset, str_replace(['%s', '%f'], [$command, 'change'], $ways[$way]), $command, $probe);
});
?>
--CLEAN--
<?php
foreach (['', '.other'] as $suffix) {
    @unlink(__DIR__ . "/pool_matrix.sqlite$suffix");
}
?>
--EXPECT--
matrix: SQLite
exec | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
prepare | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
second of two | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
first of two | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
behind a comment | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
with an error behind it | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
function | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
function, prepared | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
function in quotes | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
function in WHERE | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
trigger | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
view | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database) | closed (LIKE, journal); reset (foreign keys, cache, read only, synchronous, time-out, table, table in schema, view, trigger, database)
cases: 144, leaks with ALWAYS: 0
