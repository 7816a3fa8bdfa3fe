--TEST--
Constructor options and the data source reach every pooled connection
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
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$db = pgsql_pool(3, [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM, PDO::ATTR_EMULATE_PREPARES => true], " sslmode=require client_encoding=LATIN1 application_name=pool_tls");
/* Each holds its connection until all have one. */
$held = 0;
$look = function () use ($db, &$held) {
    $stmt = $db->query("SELECT 0, pg_backend_pid(), ssl, current_setting('client_encoding'), current_setting('application_name')
        FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    $row = $stmt->fetch();
    for ($held++; $held < 3;) {
        Async\delay(1);
    }
    return [$row, $db->getAttribute(PDO::ATTR_EMULATE_PREPARES)];
};
$pids = [];
foreach (Async\await_all_or_fail(array_map(fn() => Async\spawn($look), [1, 2, 3])) as [$row, $emulate]) {
    $pids[] = $row[1];
    echo json_encode([array_slice($row, 2), $emulate]), "\n";
}
var_dump(count(array_unique($pids)));
?>
--EXPECT--
[[true,"LATIN1","pool_tls"],true]
[[true,"LATIN1","pool_tls"],true]
[[true,"LATIN1","pool_tls"],true]
int(3)
