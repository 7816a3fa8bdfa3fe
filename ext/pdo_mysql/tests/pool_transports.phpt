--TEST--
Coroutines share a pool over TCP, unix socket and TLS, each plain and compressed, and wait without blocking each other
--EXTENSIONS--
pdo_mysql
async
openssl
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!getenv('PDO_MYSQL_SOCKET_TEST_DSN')) die('skip PDO_MYSQL_SOCKET_TEST_DSN is not set');
if (!getenv('PDO_MYSQL_TLS_CA')) die('skip PDO_MYSQL_TLS_CA does not name the certificate of the server');
if (!mysql_allows_infile()) die('skip the server does not allow LOCAL INFILE');

function mysql_allows_infile(): bool
{
    return MySQLPDOTest::factory()->query('SELECT @@local_infile')->fetchColumn() == 1;
}
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

$plain = [getenv('PDO_MYSQL_TEST_DSN'), PDO_MYSQL_TEST_USER, PDO_MYSQL_TEST_PASS, []];
$tls = [getenv('PDO_MYSQL_TLS_TEST_DSN'), getenv('PDO_MYSQL_TLS_TEST_USER'), getenv('PDO_MYSQL_TLS_TEST_PASS'),
    [Pdo\Mysql::ATTR_SSL_CA => getenv('PDO_MYSQL_TLS_CA')]];
$transports = ['tcp' => $plain, 'socket' => [getenv('PDO_MYSQL_SOCKET_TEST_DSN')] + $plain, 'tls' => $tls];

$file = __DIR__ . '/pool_transports.csv';
$lines = 3000;
file_put_contents($file, implode('', array_map(fn($n) => "$n\t" . str_repeat(chr(97 + $n % 26), 80) . "\n", range(1, $lines))));

/* What the server says about the connection that the calling coroutine holds. */
function described(PDO $db): string
{
    $held = $db->query("SELECT IF(host LIKE 'localhost', 'socket', 'tcp') FROM information_schema.processlist WHERE id = CONNECTION_ID()");
    $status = fn($name) => $db->query("SHOW STATUS LIKE '$name'")->fetchColumn(1);
    return $held->fetchColumn() . ($status('Ssl_cipher') === '' ? '' : ' encrypted') . ($status('Compression') === 'ON' ? ' compressed' : '');
}

/* Each task tells what is wrong, or ''. */
$tasks = [
    'large result' => function (PDO $db, int $n) {
        $row = $db->query("SELECT $n, REPEAT('$n ', 200000), $n")->fetch(PDO::FETCH_NUM);
        return $row == [$n, str_repeat("$n ", 200000), $n] ? '' : 'mixed up';
    },
    'large parameter' => function (PDO $db, int $n) {
        $stmt = $db->prepare('SELECT LENGTH(?), SHA2(?, 256), ?');
        $text = bin2hex(random_bytes(75000)) . $n;
        $stmt->bindValue(1, $text, PDO::PARAM_LOB);
        $stmt->bindValue(2, $text, PDO::PARAM_LOB);
        $stmt->bindValue(3, $n, PDO::PARAM_INT);
        $stmt->execute();
        return $stmt->fetch(PDO::FETCH_NUM) == [strlen($text), hash('sha256', $text), $n] ? '' : 'mixed up';
    },
    'local file' => function (PDO $db, int $n) use ($file, $lines) {
        $db->exec('CREATE TEMPORARY TABLE pool_transports (n INT, v TEXT)');
        $loaded = $db->exec('LOAD DATA LOCAL INFILE ' . $db->quote($file) . ' INTO TABLE pool_transports');
        $found = $db->query('SELECT COUNT(*), SUM(n), SUM(LENGTH(v)) FROM pool_transports')->fetch(PDO::FETCH_NUM);
        return $loaded === $lines && $found == [$lines, $lines * ($lines + 1) / 2, $lines * 80] ? '' : "$loaded lines, " . json_encode($found);
    },
];

function wait_for_each_other(PDO $db, string $lock): string
{
    $waiter = Async\spawn(function () use ($db, $lock) {
        $db->query("SELECT GET_LOCK('$lock', 0)")->fetchAll();
        $other = Async\spawn(fn() => (int) $db->query("SELECT GET_LOCK('$lock', 60)")->fetchColumn());
        /* Goes on only if the other one's wait leaves this coroutine the processor. */
        mysql_wait_until($db, "SELECT COUNT(*) > 0 FROM information_schema.processlist WHERE info LIKE '%GET_LOCK(\'$lock\', 60)%' AND id <> CONNECTION_ID()");
        $db->query("SELECT RELEASE_LOCK('$lock')")->fetchAll();
        return Async\await($other);
    });
    return Async\await($waiter) === 1 ? 'the other one waited' : 'the other one blocked';
}

foreach ($transports as $name => [$dsn, $user, $password, $options]) {
    foreach ([false, true] as $compress) {
        $db = new Pdo\Mysql($dsn, $user, $password, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4,
            Pdo\Mysql::ATTR_COMPRESS => $compress, Pdo\Mysql::ATTR_LOCAL_INFILE => true]);
        $wrong = $seen = [];
        foreach ([true, false] as $emulate) {
            $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
            $coroutines = [];
            foreach ($tasks as $task => $do) {
                for ($n = 1; $n <= 3; $n++) {
                    $coroutines["$task $n"] = Async\spawn(function () use ($db, $do, $n, &$seen) {
                        $seen[described($db)] = true;
                        return $do($db, $n);
                    });
                }
            }
            [$results, $errors] = Async\await_all($coroutines);
            $wrong += array_filter($results) + array_map(fn($error) => $error->getMessage(), $errors);
        }
        echo $name, ': ', implode(', ', array_keys($seen)), ', ', wait_for_each_other($db, "pool_transports_$name"), "\n";
        foreach ($wrong as $task => $reason) {
            echo "  $task: $reason\n";
        }
    }
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_transports.csv');
?>
--EXPECT--
tcp: tcp, the other one waited
tcp: tcp compressed, the other one waited
socket: socket, the other one waited
socket: socket compressed, the other one waited
tls: tcp encrypted, the other one waited
tls: tcp encrypted compressed, the other one waited
