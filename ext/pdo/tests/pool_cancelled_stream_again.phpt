--TEST--
PDO pool: a stream that a cancelled execute() has read in part is not stored until it is bound again
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

const TABLE = 'pool_cancelled_stream_again';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, TABLE, 'number int, data varchar(40)');

$bind = [
    'value' => fn($statement, &$stream) => $statement->bindValue(2, $stream, PDO::PARAM_LOB),
    'variable' => fn($statement, &$stream) => $statement->bindParam(2, $stream, PDO::PARAM_LOB),
];
$insert = function (string $how, bool $emulates) use ($db, $bind): void {
    [$stream, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $statement = $db->prepare('INSERT INTO ' . TABLE . ' VALUES (?, ?)', [PDO::ATTR_EMULATE_PREPARES => $emulates]);
    $statement->bindValue(1, 1, PDO::PARAM_INT);
    $bind[$how]($statement, $stream);

    $execution = Async\spawn(fn() => $statement->execute());
    fwrite($end, 'first, ');
    until(fn() => $execution->isSuspended() && str_contains(json_encode($execution->getTrace()), 'execute'));
    settle();
    $execution->cancel();
    try {
        Async\await($execution);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    fwrite($end, 'second');
    fclose($end);
    foreach ([1, 2] as $_) {
        try {
            $statement->execute();
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    fclose($stream);
    try {
        $statement->execute();
    } catch (Throwable $e) {
        echo 'closed: ', str_contains($e->getMessage(), 'interrupted') ? $e->getMessage() : 'refused', "\n";
    }
    // A variable may have another stream by now, a value has to be bound.
    $stream = fopen('data:,all of it', 'r');
    if ($how === 'value') {
        $bind[$how]($statement, $stream);
    }
    $statement->execute();
};
foreach ([[false, 'value'], [false, 'variable'], [true, 'value'], [true, 'variable']] as [$emulates, $how]) {
    echo '-- ', $emulates ? 'emulated' : 'prepared', ", $how\n";
    Async\await(Async\spawn($insert, $how, $emulates));
    $rows = $db->query('SELECT data FROM ' . TABLE)->fetchAll(PDO::FETCH_COLUMN);
    // PostgreSQL takes what PDO quotes as bytea.
    echo implode('|', array_map(fn($data) => str_starts_with($data, '\x') ? hex2bin(substr($data, 2)) : $data, $rows)), "\n";
    $db->exec('DELETE FROM ' . TABLE);
}
$db->exec('DROP TABLE ' . TABLE);
?>
--EXPECT--
-- prepared, value
cancelled
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
closed: refused
all of it
-- prepared, variable
cancelled
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
closed: refused
all of it
-- emulated, value
cancelled
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
closed: refused
all of it
-- emulated, variable
cancelled
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
SQLSTATE[HY000]: General error: The stream of parameter 2 was read in part by an execution that was interrupted: bind it again
closed: refused
all of it
