--TEST--
The number of a socket that libpq closes when it finds the connection lost can be another connection's at once
--EXTENSIONS--
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
/* Sessions end and coroutines are cancelled at any moment: connects, queries and losses overlap. */
$name = 'lost_descriptor_' . getmypid();
$db = pgsql_pool(3, dsn: " application_name=$name");
$done = false;
$worker = function () use ($db, &$done) {
    while (!$done) {
        try {
            $statement = $db->prepare('SELECT 1 + ?');
            $statement->execute([1]);
            $statement->fetch();
            unset($statement);
            Async\delay(mt_rand(0, 3));
        } catch (PDOException | Async\AsyncCancellation) {
        }
    }
};
$workers = array_map(fn() => Async\spawn($worker), range(1, 6));
$watcher = pgsql_connect();
for ($i = 0; $i < 400; $i++) {
    $watcher->query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '$name'")->fetchAll();
    Async\delay(mt_rand(0, 4));
    $workers[array_rand($workers)]->cancel();
}
$done = true;
Async\await_all($workers);
for (;;) {
    try {
        echo $db->query("SELECT 'well'")->fetchColumn(), "\n";
        break;
    } catch (PDOException) {
        /* The last session to be ended. */
    }
}
?>
--EXPECT--
well
