--TEST--
The destructor of a notice callback may set another one
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

class Callback
{
    public static Pdo\Pgsql $db;

    public function __invoke($message)
    {
    }

    public function __destruct()
    {
        self::$db->setNoticeCallback(fn($message) => print('from the destructor: ' . $message));
    }
}

Callback::$db = new Pdo\Pgsql(getenv('PDO_PGSQL_TEST_DSN'), null, null, [PDO::ATTR_POOL_ENABLED => true]);
Callback::$db->setNoticeCallback(new Callback);
Callback::$db->setNoticeCallback(fn($message) => print('replaced: ' . $message));
$notify = fn() => Callback::$db->exec("DO $$ BEGIN RAISE NOTICE 'hello'; END $$");
$notify();
Async\await(Async\spawn($notify));
?>
--EXPECTF--
from the destructor: NOTICE:  hello
from the destructor: NOTICE:  hello
