--TEST--
The notice callback is called in the coroutine that waits, and may throw
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
Async\await(Async\spawn(function () {
    $db = pgsql_connect(class: Pdo\Pgsql::class);
    $me = Async\current_coroutine();
    $db->setNoticeCallback(function ($message) use ($me) {
        echo trim($message), Async\current_coroutine() === $me ? ' (mine)' : ' (not mine)', "\n";
        Async\delay(1);
    });
    $db->exec("DO \$\$ BEGIN RAISE NOTICE 'one'; RAISE NOTICE 'two'; END \$\$");
    $db->setNoticeCallback(fn() => throw new LogicException('from the callback'));
    try {
        $db->exec("DO \$\$ BEGIN RAISE NOTICE 'three'; END \$\$");
    } catch (LogicException $e) {
        echo $e->getMessage(), "\n";
    }
    $db->setNoticeCallback(null);
    var_dump($db->exec("DO \$\$ BEGIN RAISE NOTICE 'four'; END \$\$"));
}));
?>
--EXPECT--
NOTICE:  one (mine)
NOTICE:  two (mine)
from the callback
int(0)
