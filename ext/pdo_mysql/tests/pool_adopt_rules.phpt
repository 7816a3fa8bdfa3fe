--TEST--
Which settings of the main script are adopted on MySQL
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

$look = "SELECT CONCAT_WS(' ', @@sort_buffer_size, @@net_write_timeout, @a, @@autocommit)";
$clean = mysql_single()->query($look)->fetchColumn();
foreach ([
    ['SET sort_buffer_size = 65536'],
    ['SET LOCAL sort_buffer_size = 65536'],
    ['SET @@local.sort_buffer_size = 65536; # a comment'],
    ['SET `sort_buffer_size` = 65536, net_write_timeout = 77'],
    ['SET sort_buffer_size = 65536, @a = 1'],
    ['SET sort_buffer_size = 65536 + 1'],
    ['SET sort_buffer_size = (SELECT 65536)'],
    ['SET sort_buffer_size = ABS(65536)'],
    ['/*!50000 SET sort_buffer_size = 65536 */'],
    ['SET sort_buffer_size = 65536; SET net_write_timeout = 77'],
    ['SET @a = 1'],
    ['SET autocommit = 0'],
    ['BEGIN', 'SET sort_buffer_size = 65536', 'COMMIT'],
    ['SET sort_buffer_size = 65536', 'SET sort_buffer_size = DEFAULT'],
    ['SET sort_buffer_size = 65536', 'SET net_write_timeout = 77', 'SET sort_buffer_size = 131072'],
    ['SET no_such_variable = 1'],
    ["SET STATEMENT sort_buffer_size = 65536 FOR SELECT 1"],
    ['SET NAMES gbk', 'DO 1'],
] as $statements) {
    $db = mysql_pool(3);
    foreach ($statements as $sql) {
        try {
            $db->exec($sql);
        } catch (PDOException) {
        }
    }
    $busy = $db->prepare('SELECT 1');
    $seen = run(fn() => $db->query($look)->fetchColumn());
    $busy = null;
    echo implode('; ', $statements), ': ', $seen === $clean ? 'no' : $seen, "\n";
}

/* The constructor's own: database, charset, init command, autocommit are as at the start after a reset. */
$db = mysql_pool(1, [PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @a = 5', PDO::ATTR_AUTOCOMMIT => true,
    PDO::ATTR_POOL_INIT => 'SET net_write_timeout = 78']);
$look = "SELECT CONCAT_WS(' ', @@sort_buffer_size, @@net_write_timeout, @a, @@autocommit, DATABASE(), @@collation_connection,
    @@character_set_client, @@character_set_results, @@session_track_state_change)";
$before = run(fn() => $db->query($look)->fetchColumn());
run(function () use ($db) {
    $db->exec('SET NAMES latin1');
    $db->exec('USE information_schema');
    $db->exec('SET @a = 6, net_write_timeout = 79, session_track_state_change = OFF, autocommit = 0');
    $db->exec("DO GET_LOCK('pool_adopt_rules', 0)");
});
var_dump(run(fn() => $db->query($look)->fetchColumn()) === $before, $db->getPool()->getStats()['resets']);

/* Behind the text: with ALWAYS nothing stays. */
$owner = mysql_single();
$owner->exec('DROP FUNCTION IF EXISTS pool_adopt_f');
$owner->exec("CREATE FUNCTION pool_adopt_f() RETURNS INT NO SQL BEGIN DO GET_LOCK('pool_adopt_rules', 0); RETURN 1; END");
$db = mysql_pool(1, [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS]);
run(fn() => $db->query('SELECT pool_adopt_f()')->fetchAll());
var_dump(run(fn() => $db->query("SELECT IS_USED_LOCK('pool_adopt_rules')")->fetchColumn()));
$owner->exec('DROP FUNCTION pool_adopt_f');

/* Its own id, across resets. */
$owner->exec('DROP TABLE IF EXISTS pool_adopt_rules');
$owner->exec('CREATE TABLE pool_adopt_rules (id INT PRIMARY KEY AUTO_INCREMENT)');
$one = Async\spawn(function () use ($db) {
    $db->exec('INSERT INTO pool_adopt_rules VALUES (NULL)');
    Async\delay(20);
    return $db->lastInsertId() . ' ' . $db->query('SELECT LAST_INSERT_ID()')->fetchColumn();
});
$two = Async\spawn(function () use ($db) {
    Async\delay(5);
    $db->exec('INSERT INTO pool_adopt_rules VALUES (NULL)');
    return $db->lastInsertId() . ' ' . $db->query('SELECT LAST_INSERT_ID()')->fetchColumn();
});
echo Async\await($one), ', ', Async\await($two), "\n";
$owner->exec('DROP TABLE pool_adopt_rules');
?>
--EXPECTF--
SET sort_buffer_size = 65536: 65536 60 %s
SET LOCAL sort_buffer_size = 65536: 65536 60 %s
SET @@local.sort_buffer_size = 65536; # a comment: 65536 60 %s
SET `sort_buffer_size` = 65536, net_write_timeout = 77: 65536 77 %s
SET sort_buffer_size = 65536, @a = 1: no
SET sort_buffer_size = 65536 + 1: no
SET sort_buffer_size = (SELECT 65536): no
SET sort_buffer_size = ABS(65536): no
/*!50000 SET sort_buffer_size = 65536 */: no
SET sort_buffer_size = 65536; SET net_write_timeout = 77: no
SET @a = 1: no
SET autocommit = 0: no
BEGIN; SET sort_buffer_size = 65536; COMMIT: no
SET sort_buffer_size = 65536; SET sort_buffer_size = DEFAULT: no
SET sort_buffer_size = 65536; SET net_write_timeout = 77; SET sort_buffer_size = 131072: 131072 77 %s
SET no_such_variable = 1: no
SET STATEMENT sort_buffer_size = 65536 FOR SELECT 1: no
SET NAMES gbk; DO 1: no
bool(true)
int(1)
NULL
1 1, 2 2
