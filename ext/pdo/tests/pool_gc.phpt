--TEST--
PDO pool: the garbage collector frees a pooled object that is part of a cycle, with its statements
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

class Db extends PDO {
    public $statement;
    public $self;
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2], Db::class);
$pool = $db->getPool();
$db->statement = $db->query('SELECT 1');
$db->self = $db;
$db = null;
var_dump($pool->isClosed());
gc_collect_cycles();
var_dump($pool->isClosed(), count($pool));

/* The statement class is a part of it, too. */
class Statement extends PDOStatement {
    private function __construct(public $holder) {}
}
$holder = new stdClass;
$holder->db = PDOPoolTest::factory([PDO::ATTR_STATEMENT_CLASS => [Statement::class, [$holder]]]);
$holder->statement = $holder->db->query('SELECT 1');
$pool = $holder->db->getPool();
$holder = null;
gc_collect_cycles();
var_dump($pool->isClosed());
?>
--EXPECT--
bool(false)
bool(true)
int(0)
bool(true)
