--TEST--
Coroutines connect at the same time with caching_sha2_password, over TLS, with the server's key, and with the server's memory of them
--EXTENSIONS--
pdo_mysql
async
openssl
--SKIPIF--
<?php
if (!getenv('MYSQL9_TEST_DSN')) die('skip MYSQL9_TEST_DSN is not set (ci/services/start mysql9)');
?>
--FILE--
<?php
$owner = new Pdo\Mysql(getenv('MYSQL9_SOCKET_TEST_DSN'), getenv('MYSQL9_ROOT_USER'), getenv('MYSQL9_ROOT_PASS'), [PDO::ATTR_POOL_ENABLED => false]);
$user = 'sha2_' . getmypid();
$password = bin2hex(random_bytes(40));
foreach (['127.0.0.1', 'localhost'] as $host) {
    $owner->exec("CREATE USER $user@'$host' IDENTIFIED WITH caching_sha2_password BY '$password'");
    $owner->exec("GRANT SELECT ON test.* TO $user@'$host'");
}

function connect_all(string $dsn, string $user, string $password, array $options): string
{
    $db = new Pdo\Mysql($dsn, $user, $password, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 5]);
    $ready = 0;
    $work = function () use ($db, &$ready) {
        $stmt = $db->query('SELECT CONNECTION_ID(), CURRENT_USER()');
        /* Each holds its connection until all of them have one. */
        for ($ready++; $ready < 5; Async\suspend());
        [$id, $user] = $stmt->fetch(PDO::FETCH_NUM);
        $cipher = $db->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetchColumn(1);
        return [$id, $cipher === '' ? 'in the clear' : 'encrypted'];
    };
    [$rows, $errors] = Async\await_all(array_map(fn() => Async\spawn($work), range(1, 5)));
    foreach ($errors as $error) {
        return $error->getMessage();
    }
    return count(array_unique(array_column($rows, 0))) . ' connections, ' . implode(', ', array_unique(array_column($rows, 1)));
}

$tls = [Pdo\Mysql::ATTR_SSL_CA => getenv('MYSQL9_TLS_CA')];
$key = [Pdo\Mysql::ATTR_SERVER_PUBLIC_KEY => getenv('MYSQL9_PUBLIC_KEY')];
$ways = [
    'TLS' => [getenv('MYSQL9_TEST_DSN'), $tls],
    'key of the server, from a file' => [getenv('MYSQL9_TEST_DSN'), $key],
    'key of the server, asked for' => [getenv('MYSQL9_TEST_DSN'), []],
    'unix socket, key of the server, from a file' => [getenv('MYSQL9_SOCKET_TEST_DSN'), $key],
];
foreach ($ways as $name => [$dsn, $options]) {
    /* The server forgets whom it has seen: the password itself has to be sent. */
    $owner->exec('FLUSH PRIVILEGES');
    echo $name, ': ', connect_all($dsn, $user, $password, $options), "\n";
    $again = connect_all($dsn, $user, $password, $options === $tls ? $tls : []);
    echo '  again: ', $again, "\n";
    $owner->exec('FLUSH PRIVILEGES');
    echo '  wrong password: ', preg_match('/^SQLSTATE\[(HY000|28000)\] \[1045\] Access denied for user/', $error = connect_all($dsn, $user, "x$password", $options)) ? 'refused' : $error, "\n";
    str_contains($error, $password) and print("the password is in the message\n");
}
foreach (['127.0.0.1', 'localhost'] as $host) {
    $owner->exec("DROP USER $user@'$host'");
}
?>
--EXPECT--
TLS: 5 connections, encrypted
  again: 5 connections, encrypted
  wrong password: refused
key of the server, from a file: 5 connections, in the clear
  again: 5 connections, in the clear
  wrong password: refused
key of the server, asked for: 5 connections, in the clear
  again: 5 connections, in the clear
  wrong password: refused
unix socket, key of the server, from a file: 5 connections, in the clear
  again: 5 connections, in the clear
  wrong password: refused
