--TEST--
PDO pool: a destructor in the garbage that holds the last connection does not wait for it
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

/* What a destructor waits for is freed only after all destructors. */
class Farewell
{
    public $itself;
    public $statement;

    function __construct(private PDO $db)
    {
        $this->itself = $this;
        $this->statement = $db->query('SELECT 1');
    }

    function __destruct()
    {
        try {
            echo $this->db->query('SELECT 2')->fetchColumn(), "\n";
        } catch (PDOException $e) {
            echo get_class($e->getPrevious() ?? $e), "\n";
        }
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
gc_disable();
Async\await(Async\spawn(function () use ($db) {
    new Farewell($db);
}));
echo Async\await(Async\spawn(fn() => $db->query('SELECT 7')->fetchColumn())), "\n";
?>
--EXPECT--
Async\PoolException
7
