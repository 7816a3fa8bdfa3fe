--TEST--
A child that is forked while threads of its parent connect and close gets connections, too, and ends
--EXTENSIONS--
pdo_mysql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (MySQLPDOTest::isPDOMySQLnd()) die('skip mysqlnd uses no threads');
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* A lock that a thread of the parent held in the moment of the fork would stay locked in the child: one of OpenSSL, or
 * of malloc() under AddressSanitizer. */
$tls = getenv('PDO_MYSQL_TLS_CA') ? [Pdo\Mysql::ATTR_SSL_CA => getenv('PDO_MYSQL_TLS_CA')] : [];
$db = mysql_pool(6, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 10_000] + $tls);
$is_over = false;
$work = function () use ($db, &$is_over) {
    for ($count = 0; !$is_over; $count++) {
        $db->query('SELECT 1')->fetchAll();
        $db->getPool()->retireAll();
    }
    return $count > 0;
};
$parents = [];
for ($i = 0; $i < 6; $i++) {
    $parents[] = Async\spawn($work);
}

function child(PDO $db): never
{
    try {
        Async\await_all_or_fail(array_map(
            fn() => Async\spawn(fn() => $db->query('SELECT 1')->fetchAll()), range(1, 6)));
        exit(0);
    } catch (Throwable $e) {
        fwrite(STDERR, "$e\n");
    }
    exit(1);
}

$failed = 0;
for ($i = 0; $i < 60 && !$failed; $i++) {
    /* Another moment of a connect each time. */
    $i % 3 ? Async\suspend() : Async\delay($i % 5);
    $child = pcntl_fork();
    if ($child === 0) {
        pcntl_alarm(30);
        /* One of two ends at once, with what its parent was closing. */
        $i % 2 ? child($db) : exit(0);
    }
    while (pcntl_waitpid($child, $status, WNOHANG) === 0) {
        Async\delay(1);
    }
    $failed += $status !== 0;
}
$is_over = true;
echo "children that failed: $failed of $i\n";
var_dump(array_unique(Async\await_all_or_fail($parents)));
?>
--EXPECT--
children that failed: 0 of 60
array(1) {
  [0]=>
  bool(true)
}
