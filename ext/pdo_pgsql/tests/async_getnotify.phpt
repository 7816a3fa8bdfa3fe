--TEST--
getNotify() waits without keeping others from notifying
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
$channel = 'async_getnotify_' . getmypid();
$watcher = pgsql_connect();
$listener = Async\spawn(function () use ($channel) {
    $db = pgsql_connect(class: Pdo\Pgsql::class);
    $db->exec("LISTEN $channel");
    /* Nothing comes: the limit ends the wait. */
    var_dump($db->getNotify(PDO::FETCH_ASSOC, 1));
    $db->exec("SET application_name = '$channel'");
    $notification = $db->getNotify(PDO::FETCH_ASSOC, 60000);
    return [$notification['message'] === $channel, $notification['payload']];
});
$notifier = Async\spawn(function () use ($watcher, $channel) {
    pgsql_wait_until($watcher, "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = '$channel'");
    $watcher->exec("NOTIFY $channel, 'hello'");
});
var_dump(Async\await($listener));
Async\await($notifier);
?>
--EXPECT--
bool(false)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(5) "hello"
}
