--TEST--
PDO pool: an error that says that a MySQL server shuts down (1053) closes the connection
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() !== 'mysql') die('skip for MySQL');
?>
--FILE--
<?php
/* A server says it to sessions that happen to be in a statement when it stops. SIGNAL says it for certain. */
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$say = function (int $error) use ($db): string {
    try {
        $db->exec("SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = $error, MESSAGE_TEXT = 'as if'");
        return 'no error';
    } catch (PDOException $e) {
        return (string) $e->errorInfo[1];
    }
};
$in = fn(callable $work) => Async\await(Async\spawn($work));
$lost = fn() => ', lost ' . $db->getPool()->getStats()['destroyed']['lost'] . "\n";

echo 'another error ', $in(fn() => $say(1644)), $lost();
$session = $in(fn() => PDOPoolTest::session($db));
echo 'shutdown ', $in(fn() => $say(1053)), $lost();
$other = $in(fn() => PDOPoolTest::session($db));
var_dump($other !== $session);

echo 'in a transaction ', $in(function () use ($db, $say) {
    $db->beginTransaction();
    $said = $say(1053);
    try {
        $db->exec('DO 1');
        return 'goes on';
    } catch (PDOException $e) {
        $class = substr($e->getCode(), 0, 2);
    }
    return "$said, class " . (in_array($class, ['08', '40'], true) ? '08 or 40' : $e->getCode())
        . ', ' . json_encode([$db->inTransaction(), $db->rollBack(), $db->inTransaction()]);
}), $lost();
var_dump($in(fn() => PDOPoolTest::session($db)) !== $other);
?>
--EXPECT--
another error 1644, lost 0
shutdown 1053, lost 1
bool(true)
in a transaction 1053, class 08 or 40, [true,true,false], lost 2
bool(true)
