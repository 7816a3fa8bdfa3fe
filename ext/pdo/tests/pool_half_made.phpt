--TEST--
PDO pool: until its first connections are there, the object counts as not constructed
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

class Published extends PDO
{
    public static ?PDO $last = null;

    public function __construct(...$arguments)
    {
        self::$last = $this;
        parent::__construct(...$arguments);
    }
}

/* The constructor waits for a connection, if the driver can wait; these are next in line. */
$early = Async\spawn(function () {
    gc_collect_cycles();
    try {
        return PDOPoolTest::touch(Published::$last) === false ? 'refused' : 'works';
    } catch (Error $e) {
        return str_contains($e->getMessage(), 'uninitialized') ? 'works not yet' : $e->getMessage();
    }
});
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 1], Published::class);
$outcome = Async\await($early);
echo in_array($outcome, ['works', 'works not yet']) ? 'well' : $outcome, "\n";
PDOPoolTest::touch($db);
PDOPoolTest::counts($db);
?>
--EXPECT--
well
idle 1, active 0, created 1, destroyed 0
