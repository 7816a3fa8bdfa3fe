--TEST--
A kept statement that the server cannot run any more is prepared again outside of a transaction, and nothing runs twice
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
$admin = pgsql_connect();
$admin->exec('CREATE TABLE pool_cache_t (a int, b text)');
$admin->exec('CREATE TABLE pool_cache_log (a int)');
$admin->exec("INSERT INTO pool_cache_t VALUES (1, 'x')");

$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10]);

function rows(PDO $db, string $sql, array $values = []): string
{
    try {
        $stmt = $db->prepare($sql);
        $stmt->execute($values);
        return json_encode($stmt->fetchAll(PDO::FETCH_ASSOC));
    } catch (PDOException $e) {
        return $e->getCode();
    }
}

function hits(PDO $db): int
{
    return $db->getPool()->getStats()['stmt_cache']['hits'];
}

$sql = 'SELECT * FROM pool_cache_t';
echo "another column\n", rows($db, $sql), "\n";
$admin->exec('ALTER TABLE pool_cache_t ADD c int');
echo rows($db, $sql), "\n", rows($db, $sql), "\n";
$hits = hits($db);
echo rows($db, $sql), "\n";
var_dump(hits($db) - $hits);

echo "another table\n";
$admin->exec('DROP TABLE pool_cache_t');
echo rows($db, $sql), "\n";
$admin->exec("CREATE TABLE pool_cache_t (z int); INSERT INTO pool_cache_t VALUES (5)");
echo rows($db, $sql), "\n", rows($db, $sql), "\n";

echo "in a transaction\n";
$admin->exec('ALTER TABLE pool_cache_t ADD y int');
$db->beginTransaction();
echo rows($db, $sql), "\n", rows($db, $sql), "\n";
$db->rollBack();
echo rows($db, $sql), "\n";

echo "a statement that lives\n";
$stmt = $db->prepare($sql);
$stmt->execute();
$admin->exec('ALTER TABLE pool_cache_t ADD x int');
$stmt->execute();
echo $stmt->columnCount(), ' ', $stmt->getColumnMeta(2)['name'], ' ', json_encode($stmt->fetchAll(PDO::FETCH_ASSOC)), "\n";
unset($stmt);

echo "another type of a parameter\n";
$sql = 'SELECT z FROM pool_cache_t WHERE z = ?';
echo rows($db, $sql, [5]), "\n";
$admin->exec('ALTER TABLE pool_cache_t ALTER z TYPE text');
echo rows($db, $sql, ['five']), "\n", rows($db, $sql, ['five']), "\n";
$db->beginTransaction();
echo rows($db, $sql, [5]), "\n";
$db->rollBack();

echo "closed by the user\n";
foreach (['DEALLOCATE ALL', 'DISCARD ALL', 'SELECT 1; DEALLOCATE PREPARE ALL', 'DO $$BEGIN EXECUTE \'DEALLOCATE ALL\'; END$$'] as $text) {
    Async\await(Async\spawn(function () use ($db, $text) {
        rows($db, 'SELECT 1 AS one');
        $db->exec($text);
        echo rows($db, 'SELECT 1 AS one'), ' ';
    }));
    echo rows($db, 'SELECT 1 AS one'), "\n";
}
$db->query('SELECT 2 AS two')->fetchAll();
Async\await(Async\spawn(function () use ($db) {
    $db->exec('DO $$BEGIN EXECUTE \'DEALLOCATE ALL\'; END$$');
}));
$db->beginTransaction();
echo rows($db, 'SELECT 2 AS two'), "\n";
$db->rollBack();
echo rows($db, 'SELECT 2 AS two'), "\n";

echo "what ran does not run again\n";
$admin->exec(<<<'SQL'
    CREATE SEQUENCE pool_cache_runs;
    CREATE FUNCTION pool_cache_raise(state text) RETURNS int LANGUAGE plpgsql AS
        $$BEGIN PERFORM nextval('pool_cache_runs'); RAISE 'cached plan must not change result type' USING ERRCODE = state; END$$
    SQL);
foreach (['0A000', '26000', '23505'] as $state) {
    foreach ([1, 2] as $time) {
        echo rows($db, "INSERT INTO pool_cache_log SELECT pool_cache_raise('$state')"), ' ';
    }
}
echo $admin->query("SELECT last_value FROM pool_cache_runs")->fetchColumn(), "\n";
var_dump($admin->query('SELECT count(*) FROM pool_cache_log')->fetchColumn());
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_connect();
$db->exec('DROP TABLE IF EXISTS pool_cache_t; DROP TABLE IF EXISTS pool_cache_log');
$db->exec('DROP FUNCTION IF EXISTS pool_cache_raise(text); DROP SEQUENCE IF EXISTS pool_cache_runs');
?>
--EXPECT--
another column
[{"a":1,"b":"x"}]
[{"a":1,"b":"x","c":null}]
[{"a":1,"b":"x","c":null}]
[{"a":1,"b":"x","c":null}]
int(1)
another table
42P01
[{"z":5}]
[{"z":5}]
in a transaction
0A000
25P02
[{"z":5,"y":null}]
a statement that lives
3 x [{"z":5,"y":null,"x":null}]
another type of a parameter
[{"z":5}]
22P02
[]
[{"z":"5"}]
closed by the user
[{"one":1}] [{"one":1}]
[{"one":1}] [{"one":1}]
[{"one":1}] [{"one":1}]
[{"one":1}] [{"one":1}]
26000
[{"two":2}]
what ran does not run again
0A000 0A000 26000 26000 23505 23505 6
int(0)
