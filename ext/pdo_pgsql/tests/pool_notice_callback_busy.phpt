--TEST--
A notice callback that uses its own connection is told what it can do instead
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
$use = function (bool $pooled) {
    $db = $pooled ? pgsql_pool(class: Pdo\Pgsql::class) : pgsql_connect(class: Pdo\Pgsql::class);
    $db->setNoticeCallback(function ($message) use ($db, &$other) {
        try {
            $db->query('SELECT 1');
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
        $other = $db->getPool() ? Async\spawn(fn() => $db->query('SELECT 2')->fetchColumn()) : null;
    });
    $db->exec("DO $$ BEGIN RAISE NOTICE 'hello'; END $$");
    echo $db->query('SELECT 1')->fetchColumn(), ' ', $other ? Async\await($other) : '-', "\n";
};
/* First the main script without any coroutine. */
$use(true);
foreach ([false, true] as $pooled) {
    Async\await(Async\spawn($use, $pooled));
}
?>
--EXPECT--
This PostgreSQL connection is in the middle of a command: a notice callback, or other code that runs meanwhile, can spawn a coroutine, which gets a connection of its own
1 2
This PostgreSQL connection is in the middle of a command: a notice callback, or other code that runs meanwhile, needs another PDO object
1 -
This PostgreSQL connection is in the middle of a command: a notice callback, or other code that runs meanwhile, can spawn a coroutine, which gets a connection of its own
1 2
