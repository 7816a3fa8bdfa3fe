--TEST--
fetchAll() whose connection is lost behind the first rows is an exception, not fewer rows
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
$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_fetch_all_lost');
$watcher->exec('CREATE TABLE pool_fetch_all_lost (id INT AUTO_INCREMENT PRIMARY KEY, filling VARCHAR(1000))');
$watcher->exec("INSERT INTO pool_fetch_all_lost (filling) VALUES (REPEAT('x', 1000))");
for ($rows = 1; $rows < 32768; $rows *= 2) {
    $watcher->exec('INSERT INTO pool_fetch_all_lost (filling) SELECT filling FROM pool_fetch_all_lost');
}
$db = mysql_pool(1, [Pdo\Mysql::ATTR_USE_BUFFERED_QUERY => false]);
/* More than sockets hold: the server is still sending. */
$read = function () use ($db, $watcher, $rows) {
    $id = mysql_id($db);
    $stmt = $db->query('SELECT * FROM pool_fetch_all_lost');
    $stmt->fetch();
    $watcher->exec("KILL $id");
    try {
        $count = 1 + count($stmt->fetchAll());
        echo $count === $rows ? 'all rows' : 'not all rows, without a word', "\n";
    } catch (PDOException $e) {
        echo "exception\n";
    }
};
$read();
run($read);
echo $db->query('SELECT 1')->fetchColumn(), "\n";
$watcher->exec('DROP TABLE pool_fetch_all_lost');
?>
--EXPECT--
exception
exception
1
