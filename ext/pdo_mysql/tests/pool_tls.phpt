--TEST--
Constructor options and the data source reach every pooled connection
--EXTENSIONS--
pdo_mysql
async
openssl
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!getenv('PDO_MYSQL_TLS_CA')) die('skip PDO_MYSQL_TLS_CA does not name the certificate of the server');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
function look(array $options, string $dsn): void
{
    $db = new Pdo\Mysql(getenv('PDO_MYSQL_TLS_TEST_DSN') . $dsn, getenv('PDO_MYSQL_TLS_TEST_USER'), getenv('PDO_MYSQL_TLS_TEST_PASS'), $options + [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3,
        Pdo\Mysql::ATTR_SSL_CA => getenv('PDO_MYSQL_TLS_CA'),
        Pdo\Mysql::ATTR_INIT_COMMAND => 'SET @pool_init = 42',
    ]);
    $found = [];
    $gate = 0;
    $row = function () use ($db, &$gate) {
        $stmt = $db->query("SELECT CONNECTION_ID(), @pool_init, @@character_set_client");
        /* Each holds its connection until all of them have one. */
        for ($gate++; $gate < 3; Async\suspend());
        $row = $stmt->fetch(PDO::FETCH_NUM);
        $row[] = $db->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetchColumn(1);
        $row[] = $db->query("SHOW STATUS LIKE 'Compression'")->fetchColumn(1);
        return $row;
    };
    foreach (Async\await_all_or_fail(array_map(fn() => Async\spawn($row), [1, 2, 3])) as [$id, $init, $charset, $cipher, $compression]) {
        $found[$id] = "$init $charset " . ($cipher === '' ? 'in the clear' : 'encrypted') . " $compression";
    }
    var_dump(array_values($found));
}
look([Pdo\Mysql::ATTR_COMPRESS => true], ';charset=latin1');
look([], ';charset=utf8mb4');
?>
--EXPECT--
array(3) {
  [0]=>
  string(22) "42 latin1 encrypted ON"
  [1]=>
  string(22) "42 latin1 encrypted ON"
  [2]=>
  string(22) "42 latin1 encrypted ON"
}
array(3) {
  [0]=>
  string(24) "42 utf8mb4 encrypted OFF"
  [1]=>
  string(24) "42 utf8mb4 encrypted OFF"
  [2]=>
  string(24) "42 utf8mb4 encrypted OFF"
}
