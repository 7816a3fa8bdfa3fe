--TEST--
PDO pool: the failure of a connect goes to the one who has waited longest, with its own trace
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool_connect.inc';

$connects = new Connects([PDO::ATTR_POOL_MAX => 4]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$errors = new ArrayObject;
function somebody(string $name, PDO $db, ArrayObject $errors): void {
    try {
        $db->exec('SELECT 1');
        $errors[] = "$name: none";
    } catch (DomainException $e) {
        $errors[] = "$name: {$e->getMessage()} on line {$e->getLine()}";
        preg_match_all('/somebody\(\'(\w+)\'/', $e->getTraceAsString(), $match);
        $errors[] = 'in the trace: ' . implode(' ', $match[1]) . (str_contains($e->getTraceAsString(), 'PDO->exec(') ? ', exec' : '');
    }
}
$coroutines = [];
foreach (['a', 'b', 'c'] as $i => $name) {
    $coroutines[] = Async\spawn(somebody(...), $name, $connects->db, $errors);
    until(fn() => $connects->db->getPool()->getStats()['waiting'] === $i + 1);
}
until(fn() => $connects->waiting() === 3);
$error = new DomainException('no token');
$connects->next($error);
Async\await($coroutines[0]);
echo implode("\n", $errors->getArrayCopy()), "\n";
$connects->next(new DomainException('again'));
Async\await($coroutines[1]);
$connects->next();
Async\await_all($coroutines);
$errors = array_slice($errors->getArrayCopy(), 2);
sort($errors);
echo preg_replace('/ on line \d+/', '', implode("\n", $errors)), "\n";
$held->give();
echo $connects->stats('idle', 'active', 'connecting', 'waiting', 'factory_failures'), "\n";
?>
--EXPECTF--
a: no token on line %d
in the trace: a, exec
b: again
c: none
in the trace: b, exec
idle %d, active 0, connecting 0, waiting 0, factory_failures 2
