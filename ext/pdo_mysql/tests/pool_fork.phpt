--TEST--
A forked child neither uses nor ends the connections of its parent
--EXTENSIONS--
pdo_mysql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
function check(PDO $db): void
{
    $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    $idle = run(fn() => mysql_id($db));
    $stmt = $db->prepare('SELECT CONNECTION_ID()');
    $stmt->execute();
    $tied = $stmt->fetchColumn();
    $child = pcntl_fork();
    if ($child === 0) {
        echo 'child: ', in_array(mysql_id($db), [$idle, $tied]) ? 'used a connection of its parent' : 'has its own', "\n";
        unset($stmt, $db);
        exit(0);
    }
    pcntl_waitpid($child, $status);
    var_dump(pcntl_wexitstatus($status));
    $stmt->execute();
    var_dump($stmt->fetchColumn() === $tied);
    $stmt = null;
    var_dump(in_array(run(fn() => mysql_id($db)), [$idle, $tied]));
}
check(mysql_pool());
if (MySQLPDOTest::isPDOMySQLnd() && extension_loaded('openssl') && getenv('PDO_MYSQL_TLS_CA')) {
    check(mysql_pool(10, [Pdo\Mysql::ATTR_SSL_CA => getenv('PDO_MYSQL_TLS_CA')]));
} else {
    check(mysql_pool());
}
?>
--EXPECT--
child: has its own
int(0)
bool(true)
bool(true)
child: has its own
int(0)
bool(true)
bool(true)
