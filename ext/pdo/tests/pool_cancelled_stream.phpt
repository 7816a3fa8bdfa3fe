--TEST--
PDO pool: nothing is written by an execute() that was cancelled while it read a stream
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';
require __DIR__ . '/../../async/tests/settle.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, 'pool_cancelled_stream', 'data varchar(20)');
foreach (['prepared' => false, 'emulated' => true] as $title => $emulates) {
    [$stream, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $insert = Async\spawn(function () use ($db, $stream, $emulates) {
        $statement = $db->prepare('INSERT INTO pool_cancelled_stream VALUES (?)', [PDO::ATTR_EMULATE_PREPARES => $emulates]);
        $statement->bindParam(1, $stream, PDO::PARAM_LOB);
        $statement->execute();
    });
    fwrite($end, 'a part');
    until(fn() => $insert->isSuspended() && str_contains(json_encode($insert->getTrace()), 'execute'));
    settle();
    $insert->cancel();
    try {
        Async\await($insert);
    } catch (Async\AsyncCancellation) {
        echo "$title: cancelled, ";
    }
    echo $db->query('SELECT COUNT(*) FROM pool_cancelled_stream')->fetchColumn(), " rows\n";
}
$db->exec('DROP TABLE pool_cancelled_stream');
?>
--EXPECT--
prepared: cancelled, 0 rows
emulated: cancelled, 0 rows
