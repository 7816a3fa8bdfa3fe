--TEST--
PDO pool: the parameters of two coroutines that execute one statement are not mixed
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

/** Other coroutines run when it is turned into a string. */
class Slow
{
    public bool $isAsked = false;
    public bool $mayGoOn = false;

    public function __toString(): string
    {
        $this->isAsked = true;
        while (!$this->mayGoOn) {
            Async\suspend();
        }
        return 'first a';
    }
}

function tell(string $title, callable $work): void
{
    try {
        $work();
        echo "$title: done\n";
    } catch (PDOException $e) {
        echo "$title: {$e->getCode()}\n";
    }
}

foreach (['prepared' => false, 'emulated' => true] as $title => $emulates) {
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_EMULATE_PREPARES => $emulates]);
    PDOPoolTest::createTable($db, 'pool_mixed_params', 'a varchar(20), b varchar(20)');
    $insert = $db->prepare('INSERT INTO pool_mixed_params VALUES (?, ?)');
    $slow = new Slow;
    $first = Async\spawn(fn() => $insert->execute([$slow, 'first b']));
    while (!$slow->isAsked) {
        Async\suspend();
    }
    tell("$title, execute", fn() => $insert->execute(['second a', 'second b']));
    tell("$title, execute without parameters", fn() => $insert->execute());
    tell("$title, bindValue", fn() => $insert->bindValue(1, 'second a'));
    $slow->mayGoOn = true;
    Async\await($first);
    tell("$title, afterwards", fn() => $insert->execute(['third a', 'third b']));
    unset($insert);
    foreach ($db->query('SELECT a, b FROM pool_mixed_params')->fetchAll(PDO::FETCH_NUM) as $row) {
        echo implode(', ', $row), "\n";
    }
    $db->exec('DROP TABLE pool_mixed_params');
    PDOPoolTest::counts($db);
}
?>
--EXPECT--
prepared, execute: HY000
prepared, execute without parameters: HY000
prepared, bindValue: HY000
prepared, afterwards: done
first a, first b
third a, third b
idle 1, active 0, created 1, destroyed 0
emulated, execute: HY000
emulated, execute without parameters: HY000
emulated, bindValue: HY000
emulated, afterwards: done
first a, first b
third a, third b
idle 1, active 0, created 1, destroyed 0
