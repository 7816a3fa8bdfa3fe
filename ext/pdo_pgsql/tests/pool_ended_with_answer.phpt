--TEST--
A server that ends the session right behind the answer to BEGIN has lost the transaction, and behind COMMIT has not
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
if (!preg_match('/port=\d+/', getenv('PDOTEST_DSN')) || str_contains(getenv('PDOTEST_DSN'), 'host=/')) die('skip the data source has no port');
?>
--FILE--
<?php
require __DIR__ . '/async.inc';

const GOODBYE = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";

/* Passes everything on; with the first answer that leaves the session in a transaction (T), or takes it out of one (I), it says goodbye
 * and hangs up. The next connections are left alone. */
function ending(string $state): int
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    preg_match('/port=(\d+)/', getenv('PDOTEST_DSN'), $real);
    Async\spawn(function () use ($listener, $real, $state) {
        while ($client = @stream_socket_accept($listener, 3600)) {
            $server = stream_socket_client("tcp://127.0.0.1:$real[1]");
            Async\spawn(pass(...), $client, $server, '');
            Async\spawn(pass(...), $server, $client, $state);
            $state = '';
        }
    });
    return (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
}

function pass($from, $to, string $state): void
{
    $wasIn = false;
    while (($data = @fread($from, 65536)) !== false && $data !== '') {
        $ends = $state !== '' && ($wasIn || $state === 'T') && str_ends_with($data, "Z\0\0\0\5$state");
        $wasIn = $wasIn || str_ends_with($data, "Z\0\0\0\5T");
        if ($ends) {
            $data .= 'E' . pack('N', strlen(GOODBYE) + 4) . GOODBYE;
        }
        if (@fwrite($to, $data) === false || $ends) {
            break;
        }
    }
    @stream_socket_shutdown($to, STREAM_SHUT_RDWR);
    @stream_socket_shutdown($from, STREAM_SHUT_RDWR);
}

function transaction(PDO $db, array $texts): void
{
    try {
        foreach ($texts as $sql) {
            $db->exec($sql);
            echo "$sql: done, ", $db->inTransaction() ? 'in a transaction' : 'in none', "\n";
        }
    } catch (PDOException $e) {
        echo "$sql: {$e->errorInfo[0]}, ", $db->inTransaction() ? 'in a transaction' : 'in none', "\n";
        $db->inTransaction() && $db->exec('ROLLBACK');
    }
}

$watcher = pgsql_connect();
$watcher->exec('DROP TABLE IF EXISTS pool_ended_with_answer');
$watcher->exec('CREATE TABLE pool_ended_with_answer (n int)');
$texts = ['SELECT 1', 'BEGIN', 'INSERT INTO pool_ended_with_answer VALUES (1)', 'COMMIT', 'SELECT 2'];
foreach (['BEGIN' => 'T', 'COMMIT' => 'I'] as $behind => $state) {
    echo "-- behind $behind\n";
    $db = pgsql_pool(max: 1, dsn: ' sslmode=disable port=' . ending($state));
    Async\await(Async\spawn(fn() => transaction($db, $texts)));
    echo $watcher->query('SELECT count(*) FROM pool_ended_with_answer')->fetchColumn(), " rows\n";
}
$watcher->exec('DROP TABLE pool_ended_with_answer');
exit;
?>
--EXPECT--
-- behind BEGIN
SELECT 1: done, in none
BEGIN: done, in a transaction
INSERT INTO pool_ended_with_answer VALUES (1): 08007, in a transaction
0 rows
-- behind COMMIT
SELECT 1: done, in none
BEGIN: done, in a transaction
INSERT INTO pool_ended_with_answer VALUES (1): done, in a transaction
COMMIT: done, in none
SELECT 2: done, in none
1 rows
