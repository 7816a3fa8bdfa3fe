--TEST--
PDO pool: statements in garbage cycles of ended coroutines do not starve the pool
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
gc_disable();
for ($i = 0; $i < 6; $i++) {
    Async\await(Async\spawn(function () use ($db) {
        $cycle = new stdClass;
        $cycle->itself = $cycle;
        $cycle->statement = $db->query('SELECT 1');
    }));
}
echo Async\await(Async\spawn(fn() => $db->query('SELECT 7')->fetchColumn())), "\n";
?>
--EXPECT--
7
