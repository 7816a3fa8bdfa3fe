--TEST--
PDO pool: a connection held longer than PDO::ATTR_POOL_LEAK_THRESHOLD is reported once, with the line that took it
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

$reports = [];
set_error_handler(function ($level, $message, $file, $line) use (&$reports) {
    if (!str_contains($message, 'LEAK_THRESHOLD')) {
        return false;
    }
    $reports[] = [preg_replace('/\d+ ms/', 'N ms', $message), basename($file), $line];
    throw new Exception('this goes nowhere');
});
$db = PDOPoolTest::factory([PDO::ATTR_POOL_LEAK_THRESHOLD => 50]);
$quick = Async\spawn(function () use ($db) {
    PDOPoolTest::touch($db);
});
Async\await($quick);
$done = false;
$leak = Async\spawn(function () use ($db, &$done) {
    $db->beginTransaction(); $taken = __LINE__;
    while (!$done) {
        Async\delay(5);
    }
    $db->rollBack();
    return $taken;
});
while (!$reports) {
    Async\delay(5);
}
/* Three times the threshold: once is enough. */
Async\delay(150);
$done = true;
$line = Async\await($leak);
echo count($reports), ' report, the line is ', $reports[0][2] === $line ? 'right' : 'wrong', "\n";
echo $reports[0][0], "\n";
echo 'leaks: ', $db->getPool()->getStats()['leaks'], "\n";
PDOPoolTest::counts($db);
?>
--EXPECT--
1 report, the line is right
A connection of the pool that was taken here is held for N ms now, longer than PDO::ATTR_POOL_LEAK_THRESHOLD
leaks: 1
idle 1, active 0, created 1, destroyed 0
