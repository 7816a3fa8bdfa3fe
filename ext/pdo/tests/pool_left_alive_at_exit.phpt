--TEST--
PDO pool: behind exit() nothing waits for locks of a coroutine that was alive
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
    public ?PDOStatement $stmt = null;

    public function __construct(private PDO $db, private ?string $file)
    {
    }

    public function __destruct()
    {
        $this->db->exec('UPDATE pool_left_alive SET n = n + 2');
        echo $this->db->query('SELECT n FROM pool_left_alive')->fetchColumn(), "\n";
        $this->stmt = null;
        $this->db->exec('DROP TABLE pool_left_alive');
        $this->file && unlink($this->file);
    }
}

/* The file of PDOPoolTest is removed too early. */
$file = getenv('PDOTEST_DSN') === 'sqlite::memory:' ? sys_get_temp_dir() . '/pool_left_alive_' . getmypid() . '.db' : null;
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2], dsn: $file ? "sqlite:$file" : null);
PDOPoolTest::createTable($db, 'pool_left_alive', 'n INT');
$db->exec('INSERT INTO pool_left_alive VALUES (0)');
Last::$instance = new Last($db, $file);
error_reporting(E_ALL & ~E_WARNING);
$has_lock = new Async\Channel;
Async\spawn(function () use ($db, $has_lock) {
    $db->beginTransaction();
    Last::$instance->stmt = $db->prepare('UPDATE pool_left_alive SET n = n + 1');
    Last::$instance->stmt->execute();
    $has_lock->send(true);
    Async\delay(100000);
});
$has_lock->recv();
exit;
?>
--EXPECT--
2
