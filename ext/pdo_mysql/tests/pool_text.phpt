--TEST--
Quoted names of functions, and what a server that skips a versioned comment sees, count as changes of the session
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
$owner->exec('DROP TABLE IF EXISTS pool_text');
$owner->exec('CREATE TABLE pool_text (id INT, get_lock INT)');
$lock = 'pool_text_' . getmypid();
$db = mysql_pool(1);

/* statement => is the session left as it was? No server has version 9.99.99. */
$statements = [
    'UPDATE /*!40000 LOW_PRIORITY */ pool_text SET id = 2*/* 3 */4' => true,
    "INSERT INTO pool_text (id) /*! VALUES (1) */ /*M! , (2) */" => true,
    'UPDATE pool_text SET `get_lock` = 1' => true,
    "DO `get_lock`('$lock', 0)" => false,
    "DO `GET_LOCK` /* c */ ('$lock', 0)" => false,
    "DO /*!99999 ' */ GET_LOCK('$lock', 0) /* ' */" => false,
    "DO /*!99999 # */ GET_LOCK('$lock', 0)\n /* */" => false,
    '/*!99999 DO 1 */ LOCK TABLES pool_text WRITE' => false,
    "/*!99999 'x' */ HANDLER pool_text OPEN" => false,
];
foreach ($statements as $sql => $is_clean) {
    $resets = $db->getPool()->getStats()['resets'];
    $before = run(function () use ($db, $sql) {
        $db->exec($sql);
        return mysql_id($db);
    });
    [$after, $held] = run(fn() => [mysql_id($db), $db->query("SELECT IS_USED_LOCK('$lock') <=> CONNECTION_ID()")->fetchColumn()]);
    if (($db->getPool()->getStats()['resets'] === $resets) !== $is_clean) {
        echo $is_clean ? 'needlessly reset: ' : 'not reset: ', $sql, "\n";
    }
    if ($before !== $after) {
        echo "closed: $sql\n";
    }
    if ($held) {
        echo "locked after $sql\n";
    }
}
echo count($statements), " statements\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_text');
?>
--EXPECT--
9 statements
