--TEST--
ODBC pool: a session that was changed stays with its coroutine, and nobody else gets it
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = odbc_pool(2);
odbc_table($db, 'pool_session', 'id INTEGER');

/* What leaves nothing behind. */
foreach (['SELECT 1', 'INSERT INTO pool_session (id) VALUES (1)', "UPDATE pool_session SET id = 2 WHERE id = 1 -- it is\n",
        'SELECT COUNT(*) /* all */ AS n FROM pool_session', "SELECT 'SET x' AS \"a;b\", UPPER('it''s'), COALESCE(NULL, 'c')",
        'WITH a (b) AS (SELECT 1) SELECT b FROM a', 'DELETE FROM pool_session WHERE id IN (1, 2)',
        'CREATE TABLE pool_session_too (id INTEGER);', 'DROP TABLE pool_session_too'] as $text) {
    Async\await(Async\spawn(function () use ($db, $text) {
        $db->query($text);
    }));
}
odbc_counts($db);

/* What does, or may. */
$changes = match (true) {
    odbc_is('postgres') => ['SET application_name = \'x\'', 'CREATE TEMP TABLE t (id INT)', 'SELECT pg_advisory_lock(1)',
        "SELECT set_config('a.b', 'c', false)", 'SELECT 1; SET application_name = \'y\'', 'LISTEN pool', "DO 'BEGIN END'",
        'CREATE TABLE "pg_temp".t (id INT)', "UPDATE pg_settings SET setting = 'x' WHERE name = 'application_name'",
        'SELECT 1 AS n INTO pg_temp_0.t', "-- a comment\rSET application_name = 'x'", "SELECT audit.log('x')"],
    odbc_is('maria') => ['SET @a = 1', 'CREATE TEMPORARY TABLE t (id INT)', "SELECT GET_LOCK('pool', 0)", 'SELECT @b := 1',
        'USE test', "SELECT 1 /*!50000 , @c := 2 */", 'LOCK TABLES pool_session READ', 'SELECT 1 INTO @a', 'SELECT 1 INTO @.a',
        'BEGIN NOT ATOMIC SET NAMES latin1; END', "SELECT 1 --\u{e9}, GET_LOCK('pool', 0) FROM (SELECT 1 AS \u{e9}) AS t",
        'DROP DATABASE pool_session_none'],
    default => ['PRAGMA cache_size = 5', 'CREATE TEMP TABLE t (id INT)', 'CREATE TABLE temp.t (id INT)',
        "ATTACH ':memory:' AS m", 'PRAGMA foreign_keys = 1', 'SELECT LOAD_THE_MOON(1)', "SELECT 1 WHERE 'a\\' = 'b'",
        'CREATE TABLE IF NOT EXISTS temp.t (id INT)', 'CREATE TABLE "temp".t (id INT)', 'CREATE TABLE [temp].t (id INT)',
        "CREATE TABLE 'temp'.t (id INT)", 'CREATE VIEW temp.v AS SELECT 1'],
};
/* Reset where that is possible, else closed. */
$key = odbc_is('postgres') ? 'resets' : 'destroyed';
$ended = fn() => array_sum((array) $db->getPool()->getStats()[$key]);
foreach ($changes as $text) {
    $before = $ended();
    [$active, $failed] = Async\await(Async\spawn(function () use ($db, $text) {
        $failed = false;
        try {
            $db->exec($text);
        } catch (PDOException $e) {
            $failed = true;
        }
        return [$db->getPool()->activeCount(), $failed];
    }));
    /* That takes a while. */
    odbc_wait_until(fn() => $db->getPool()->activeCount() === 0);
    $count = $ended() - $before;
    if ($active !== 1 || $count !== 1) {
        echo "$text: active $active, $key $count, failed ", $failed ? 'yes' : 'no', "\n";
    }
}
/* The coroutine itself finds what it has set up. */
echo Async\await(Async\spawn(function () use ($db) {
    $db->exec('CREATE TEMPORARY TABLE pool_own (id INTEGER)');
    $db->exec('INSERT INTO pool_own VALUES (7)');
    Async\suspend();
    return $db->query('SELECT id FROM pool_own')->fetchColumn();
})), "\n";
/* A text that nobody understands has done nothing. */
odbc_wait_until(fn() => $db->getPool()->activeCount() === 0);
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$before = array_sum($db->getPool()->getStats()['destroyed']);
Async\await(Async\spawn(fn() => $db->exec('NO SUCH STATEMENT')));
var_dump(array_sum($db->getPool()->getStats()['destroyed']) - $before);
$db->exec('DROP TABLE pool_session');
?>
--EXPECT--
idle 1, active 0, created 1, destroyed 0
7
int(0)
