--TEST--
PDO pool: what the object is told to own is gone with it, whatever the pool still does
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

/* A transaction that is left open is worth a warning, which is not what this test is about. */
set_error_handler(fn() => true, E_WARNING);
$cycle = new stdClass;
$cycle->itself = $cycle;
$cycle->db = PDOPoolTest::factory([PDO::ATTR_STATEMENT_CLASS => [PDOStatement::class, []], PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 1]);
Async\await(Async\spawn(function () use ($cycle) {
    $cycle->db->beginTransaction();
    PDOPoolTest::touch($cycle->db);
}));
$gone = WeakReference::create($cycle->db);
/* Behind the coroutine that rolls back what was left. */
Async\suspend();
unset($cycle);
gc_collect_cycles();
var_dump($gone->get());
Async\delay(5);
echo "done\n";
?>
--EXPECT--
NULL
done
