--TEST--
What each way to change a session comes to: clean, reset, closed or a leak (scripts/matrix)
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
require __DIR__ . '/../../../ext/pdo/tests/matrix.inc';
require __DIR__ . '/async.inc';

/* What is changed: the command, and a query that gives 1 for a session in which it was done. */
$changes = [
    'setting' => ["SET pool_matrix.x = 'leak'", "SELECT (current_setting('pool_matrix.x', true) = 'leak')::int"],
    'time zone' => ["SET TIME ZONE 'Asia/Tokyo'", "SELECT (current_setting('TimeZone') = 'Asia/Tokyo')::int"],
    'path' => ['SET search_path = pool_matrix_path', "SELECT (current_setting('search_path') = 'pool_matrix_path')::int"],
    'table' => ['CREATE TEMP TABLE pool_matrix_temp (id int)', "SELECT (to_regclass('pg_temp.pool_matrix_temp') IS NOT NULL)::int"],
    'lock' => ['SELECT pg_advisory_lock(4711)',
        "SELECT least(count(*), 1) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"],
    'channel' => ['LISTEN pool_matrix', 'SELECT least(count(*), 1) FROM pg_listening_channels()'],
    'prepared' => ['PREPARE pool_matrix_text AS SELECT 1', 'SELECT least(count(*), 1) FROM pg_prepared_statements WHERE from_sql'],
    'role' => ["SELECT set_config('role', 'none', false), set_config('pool_matrix.y', 'leak', false)",
        "SELECT (current_setting('pool_matrix.y', true) = 'leak')::int"],
];

/* In which way; %s is the command, %f a volatile function that does it, %t a table, %v a view of it. */
$ways = [
    'exec' => '%s',
    'prepare' => ['%s'],
    'second of two' => 'SELECT 1; %s',
    'first of two' => '%s; SELECT 1',
    'behind a comment' => "/* it's */ -- so\n %s",
    'DO' => "DO 'BEGIN EXECUTE ''%q''; END'",
    'function' => 'SELECT %f()',
    'function, prepared' => ['SELECT public.%f()'],
    'function in quotes' => 'SELECT "public" . "%f" ( )',
    'function in WITH' => 'WITH a AS MATERIALIZED (SELECT %f() AS x) SELECT x FROM a',
    'function in WHERE' => 'SELECT 1 WHERE %f() = 1',
    'procedure' => 'CALL %f_p()',
    'trigger' => 'INSERT INTO %t VALUES (1)',
    'default' => 'INSERT INTO %f_d DEFAULT VALUES',
    'view' => 'SELECT * FROM %f_v',
    'rule' => 'UPDATE %f_v SET id = 2',
    'operator' => 'SELECT 1 OPERATOR(public.%o) 1',
    'cast' => "SELECT ROW(1)::%f_c::int",
];

$owner = pgsql_connect();
$owner->exec('DROP SCHEMA IF EXISTS pool_matrix CASCADE');
$letters = ['#', '##', '###', '@#', '@##', '@@#', '@@##', '@@@#'];
foreach (array_values($changes) as $i => [$command]) {
    $f = "pool_matrix_$i";
    $q = str_replace("'", "''", $command);
    $owner->exec("DROP FUNCTION IF EXISTS $f() CASCADE; DROP FUNCTION IF EXISTS {$f}_t() CASCADE; DROP FUNCTION IF EXISTS {$f}_o(int, int) CASCADE;
        DROP PROCEDURE IF EXISTS {$f}_p(); DROP TABLE IF EXISTS {$f}_tab CASCADE; DROP TABLE IF EXISTS {$f}_d CASCADE; DROP TYPE IF EXISTS {$f}_c CASCADE;
        CREATE FUNCTION $f() RETURNS int LANGUAGE plpgsql VOLATILE AS \$\$ BEGIN EXECUTE '$q'; RETURN 1; END \$\$;
        CREATE FUNCTION {$f}_t() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN PERFORM public.$f(); RETURN NEW; END \$\$;
        CREATE FUNCTION {$f}_o(int, int) RETURNS int LANGUAGE plpgsql VOLATILE AS \$\$ BEGIN RETURN public.$f(); END \$\$;
        CREATE OPERATOR public.{$letters[$i]} (LEFTARG = int, RIGHTARG = int, FUNCTION = {$f}_o);
        CREATE PROCEDURE {$f}_p() LANGUAGE plpgsql AS \$\$ BEGIN PERFORM public.$f(); END \$\$;
        CREATE TABLE {$f}_tab (id int); CREATE TRIGGER t BEFORE INSERT ON {$f}_tab FOR EACH ROW EXECUTE FUNCTION {$f}_t();
        CREATE TABLE {$f}_d (id int DEFAULT public.$f());
        CREATE VIEW {$f}_v AS SELECT public.$f() AS id;
        CREATE RULE r AS ON UPDATE TO {$f}_v DO INSTEAD SELECT public.$f();
        CREATE TYPE {$f}_c AS (id int);
        CREATE FUNCTION {$f}_i({$f}_c) RETURNS int LANGUAGE plpgsql VOLATILE AS \$\$ BEGIN RETURN public.$f(); END \$\$;
        CREATE CAST ({$f}_c AS int) WITH FUNCTION {$f}_i({$f}_c)");
}

/* One coroutine changes the session, the next one looks. */
function outcome(int $reset, string|array $way, string $probe): string
{
    $db = pgsql_pool(1, [PDO::ATTR_POOL_RESET => $reset, PDO::ATTR_POOL_ADOPT_SETUP => false]);
    $pid = Async\await(Async\spawn(function () use ($db, $way) {
        is_array($way) ? $db->prepare($way[0])->execute() : $db->exec($way);
        return $db->query('SELECT pg_backend_pid()')->fetchColumn();
    }));
    while ($db->getPool()->activeCount() > 0) {
        Async\delay(1);
    }
    return Async\await(Async\spawn(function () use ($db, $probe, $pid) {
        $found = (int) $db->query($probe)->fetchColumn();
        return match (true) {
            $found === 1 => 'LEAK',
            $db->query('SELECT pg_backend_pid()')->fetchColumn() !== $pid => 'closed',
            $db->getPool()->getStats()['resets'] > 0 => 'reset',
            default => 'clean',
        };
    }));
}

pool_matrix('PostgreSQL', array_keys($ways), array_keys($changes), function (int $reset, string $way, string $change) use ($ways, $changes, $letters) {
    $i = array_search($change, array_keys($changes), true);
    [$command, $probe] = $changes[$change];
    $sql = strtr(((array) $ways[$way])[0], ['%s' => $command, '%q' => str_replace("'", "''''", $command), '%f' => "pool_matrix_$i",
        '%t' => "pool_matrix_{$i}_tab", '%o' => $letters[$i]]);
    return outcome($reset, is_array($ways[$way]) ? [$sql] : $sql, $probe);
});
foreach (array_keys(array_values($changes)) as $i) {
    $f = "pool_matrix_$i";
    $owner->exec("DROP FUNCTION $f() CASCADE; DROP FUNCTION {$f}_t() CASCADE; DROP FUNCTION {$f}_o(int, int) CASCADE; DROP PROCEDURE {$f}_p();
        DROP TABLE {$f}_tab CASCADE; DROP TABLE {$f}_d CASCADE; DROP TYPE {$f}_c CASCADE");
}
?>
--EXPECT--
matrix: PostgreSQL
exec | reset | reset
prepare | reset | reset
second of two | reset | reset
first of two | reset | reset
behind a comment | reset | reset
DO | reset | reset
function | reset | reset
function, prepared | reset | reset
function in quotes | reset | reset
function in WITH | reset | reset
function in WHERE | reset | reset
procedure | reset | reset
trigger | LEAK (setting, path, table, lock, channel, prepared, role); reset (time zone) | reset
default | LEAK (setting, path, table, lock, channel, prepared, role); reset (time zone) | reset
view | LEAK (setting, path, table, lock, channel, prepared, role); reset (time zone) | reset
rule | LEAK (setting, path, table, lock, channel, prepared, role); reset (time zone) | reset
operator | reset | reset
cast | LEAK (setting, path, table, lock, channel, prepared, role); reset (time zone) | reset
cases: 144, leaks with ALWAYS: 0
