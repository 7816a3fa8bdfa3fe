--TEST--
TLS connections are made and read without blocking
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/async.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
if (pgsql_connect()->query("SHOW ssl")->fetchColumn() !== "on") die("skip the server has no TLS");
if (pgsql_connect()->query("SELECT inet_client_addr() IS NULL")->fetchColumn()) die("skip no TLS over a unix socket");
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$work = function () {
    $db = pgsql_connect(dsn: ' sslmode=require');
    var_dump($db->query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')->fetchColumn());
    /* TLS records are longer than what libpq reads at once: the rest of one is no longer on the socket. */
    for ($size = 1000; $size < 3000000; $size = (int) ($size * 1.7)) {
        $row = $db->query("SELECT repeat('x', $size)")->fetchColumn();
        if (strlen($row) !== $size) {
            echo "got ", strlen($row), " of $size\n";
        }
    }
    var_dump(count($db->query("SELECT i, repeat('y', i % 500) FROM generate_series(1, 50000) i")->fetchAll()));
};
Async\await_all_or_fail([Async\spawn($work), Async\spawn($work)]);
?>
--EXPECT--
bool(true)
bool(true)
int(50000)
int(50000)
