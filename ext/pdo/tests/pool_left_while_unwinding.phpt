--TEST--
PDO pool: an exception that frees a finished coroutine's statement while the request shuts down is not lost
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

/* The connection is dirty, and held by the statement. The cleaner it needs cannot be had any more. */
class Holder
{
    private ?PDOStatement $statement;

    function __construct(PDO $db)
    {
        Async\await(Async\spawn(function () use ($db) {
            $db->exec('CREATE TEMPORARY TABLE pool_left_while_unwinding (id int)');
            $this->statement = $db->query('SELECT 1');
        }));
    }

    private function throws(): void
    {
        $statement = $this->statement;
        $this->statement = null;
        throw new DomainException('mine');
    }

    private function calls(): void
    {
        $this->throws();
        echo "It goes on behind a call that has thrown\n";
    }

    function __destruct()
    {
        try {
            $this->calls();
            echo "no exception has come out\n";
        } catch (DomainException $e) {
            echo $e->getMessage(), ', behind it ', var_export($e->getPrevious(), true), "\n";
        }
    }
}

$holder = new Holder(PDOPoolTest::factory());
echo "end of the script\n";
?>
--EXPECT--
end of the script
mine, behind it NULL
