--TEST--
PDO pool: an object that goes while its pool connects leaves no timer behind
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

$connecting = $finished = 0;
for ($i = 0; $i < 3; $i++) {
    $go = false;
    $box = new stdClass;
    $box->db = PDOPoolTest::factory([PDO::ATTR_POOL_IDLE_TIMEOUT => 20, PDO::ATTR_POOL_MAX_LIFETIME => 20,
        PDO::ATTR_POOL_INIT => function () use (&$connecting, &$finished, &$go) {
            $connecting++;
            while (!$go) {
                Async\delay(1);
            }
            $finished++;
        }]);
    $caller = Async\spawn(fn() => PDOPoolTest::touch($box->db));
    while ($connecting === $i) {
        Async\delay(1);
    }
    $caller->cancel();
    Async\await_all([$caller]);
    unset($caller);
    $box->db = null;
    $go = true;
}
/* The timer would have gone off several times. */
Async\delay(100);
echo "$connecting connects\n";
?>
--EXPECT--
3 connects
