--TEST--
What one coroutine leaves in its session never reaches the next
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

$owner = mysql_single();
$owner->exec('DROP TABLE IF EXISTS pool_session');
$owner->exec('CREATE TABLE pool_session (id INT PRIMARY KEY AUTO_INCREMENT, v TEXT)');
$owner->exec('DROP FUNCTION IF EXISTS pool_session_f');
$owner->exec('CREATE FUNCTION pool_session_f() RETURNS INT NO SQL BEGIN SET @pool_session = 7; RETURN 1; END');
$lock = 'pool_session_' . getmypid();
$db = mysql_pool(1);

/* statement => is the session left as it was? */
$statements = [
    'DO 1' => true,
    "INSERT INTO pool_session (v) VALUES ('SET x; it''s GET_LOCK(\\' :=')" => true,
    'UPDATE pool_session SET v = v /* SET @x := 1 */ -- GET_LOCK(' => true,
    "UPDATE pool_session SET v = 'a@b'" => true,
    'START TRANSACTION' => true,
    'BEGIN; INSERT INTO pool_session (v) VALUES (1)' => true,
    'INSERT INTO pool_session (v) VALUES (@@version)' => true,
    'NO SUCH STATEMENT' => true,
    'SET @pool_session = 1; NO SUCH STATEMENT' => false,
    'SET autocommit = 0' => false,
    'SET @pool_session = 1' => false,
    'DO @pool_session := 1' => false,
    'SELECT 1 INTO @pool_session' => false,
    'BEGIN NOT ATOMIC SET NAMES latin1; END' => false,
    'INSERT INTO pool_session (v) VALUES (1); SET @pool_session = 1' => false,
    '/*!40000 SET @pool_session = 1 */' => false,
    'INSERT INTO pool_session (v) VALUES (pool_session_f())' => false,
    "DO GET_LOCK('$lock', 0)" => false,
    "DO get_lock /**/ ('$lock', 0)" => false,
    'CREATE TEMPORARY TABLE pool_session_t (id INT)' => false,
    'SET SESSION sort_buffer_size = 65536' => false,
    'SET NAMES latin1' => false,
    'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE' => false,
    'USE information_schema' => false,
    'LOCK TABLES pool_session WRITE' => false,
    "PREPARE pool_session_p FROM 'SELECT 1'" => false,
    'HANDLER pool_session OPEN' => false,
];
$look = "SELECT CONCAT_WS('/', @@autocommit, @@sort_buffer_size, @@character_set_client, DATABASE(), @pool_session, IS_USED_LOCK('$lock') <=> CONNECTION_ID(), (SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()))";
$clean = mysql_single()->query($look)->fetchColumn();
foreach ($statements as $sql => $is_clean) {
    $resets = $db->getPool()->getStats()['resets'];
    $before = run(function () use ($db, $sql) {
        try {
            $db->exec($sql);
        } catch (PDOException $e) {
            if ($e->errorInfo[1] !== 1064) {
                echo $sql, ': ', $e->getMessage(), "\n";
            }
        }
        return mysql_id($db);
    });
    [$after, $seen] = run(fn() => [mysql_id($db), $db->query($look)->fetchColumn()]);
    if (($db->getPool()->getStats()['resets'] === $resets) !== $is_clean) {
        echo $is_clean ? 'needlessly reset: ' : 'not reset: ', $sql, "\n";
    }
    if ($before !== $after) {
        echo "closed: $sql\n";
    }
    if ($seen !== $clean) {
        echo "seen after $sql: $seen\n";
    }
}
echo count($statements), " statements\n";

/* The coroutine itself keeps what it made. */
run(function () use ($db) {
    $db->prepare('SET @pool_session = ?')->execute([3]);
    $kept = mysql_id($db);
    Async\delay(1);
    var_dump($db->query('SELECT @pool_session')->fetchColumn(), $kept === mysql_id($db));
});
var_dump(run(fn() => $db->query($look)->fetchColumn()) === $clean);

/* Native prepared statements are not a change of the session. */
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
$ids = [];
for ($i = 0; $i < 3; $i++) {
    $ids[] = run(function () use ($db, $i) {
        $stmt = $db->prepare('SELECT ?, CONNECTION_ID()');
        $stmt->execute([$i]);
        return $stmt->fetch(PDO::FETCH_NUM)[1];
    });
}
var_dump(count(array_unique($ids)));
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_session');
mysql_single()->exec('DROP FUNCTION IF EXISTS pool_session_f');
?>
--EXPECTF--
Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d

Warning: The coroutine that was spawned here ended with a transaction open, which is rolled back in %s on line %d
27 statements
string(1) "3"
bool(true)
bool(true)
int(1)
