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
    $held = run(fn() => $db->query("SELECT IS_USED_LOCK('$lock') <=> CONNECTION_ID()")->fetchColumn());
    echo $held ? 'left behind' : 'not seen', "\n";
}
?>
--EXPECT--
gbk: taken
not seen
utf8mb4: error 1064
not seen
