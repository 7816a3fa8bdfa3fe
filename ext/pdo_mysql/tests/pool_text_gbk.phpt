--TEST--
A backslash that is half of a character in the client's encoding hides no quote
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

$lock = 'pool_text_gbk_' . getmypid();
$owner = mysql_single();
foreach (['gbk', 'utf8mb4'] as $charset) {
    $db = mysql_pool(1, dsn: preg_replace('/;charset=[^;]*/', '', PDO_MYSQL_TEST_DSN) . ";charset=$charset");
    /* With GBK, C4 5C is one character, and the lock is taken. Else it is in the string. */
    $sql = "DO CONCAT('\xC4\\', GET_LOCK('$lock', 0), ' ')";
    run(function () use ($db, $sql, $charset) {
        try {
            $db->exec($sql);
            echo "$charset: taken\n";
        } catch (PDOException $e) {
            echo "$charset: error ", $e->errorInfo[1], "\n";
        }
    });
    run(fn() => $db->query('SELECT 1')->fetchColumn());
    echo $owner->query("SELECT IS_FREE_LOCK('$lock')")->fetchColumn() ? 'free' : 'left behind', "\n";
}
?>
--EXPECT--
gbk: taken
free
utf8mb4: error 1064
free
