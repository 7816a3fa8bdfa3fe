--TEST--
PDO pool: after exit() in a coroutine, what another one left open does not keep destructors waiting
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

final class Last
{
    public static self $instance;

    public function __construct(private PDO $db, private ?string $file)
    {
    }

    public function __destruct()
    {
        $this->db->exec('UPDATE pool_left_at_exit SET n = 2');
        $this->db->exec('DROP TABLE pool_left_at_exit');
        $this->file && unlink($this->file);
        echo "written\n";
    }
}

/* The file of PDOPoolTest is removed too early. */
$file = getenv('PDOTEST_DSN') === 'sqlite::memory:' ? sys_get_temp_dir() . '/pool_left_at_exit_' . getmypid() . '.db' : null;
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2], dsn: $file ? "sqlite:$file" : null);
PDOPoolTest::createTable($db, 'pool_left_at_exit', 'n INT');
$db->exec('INSERT INTO pool_left_at_exit VALUES (0)');
Last::$instance = new Last($db, $file);
$leave = function () use ($db) {
    $db->beginTransaction();
    $db->exec('UPDATE pool_left_at_exit SET n = 1');
};
/* The roll-back may have begun, with its warning, or not. */
error_reporting(E_ALL & ~E_WARNING);
$left = Async\spawn($leave);
Async\await(Async\spawn(function () use ($left) {
    Async\await($left);
    exit;
}));
?>
--EXPECT--
written
