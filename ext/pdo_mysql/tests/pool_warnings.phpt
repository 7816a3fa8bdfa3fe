--TEST--
The count of warnings and the last id of a coroutine stay its own, whoever has the connection
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
$db = mysql_pool(1);
var_dump($db->getWarningCount(), $db->getPool()->count());
run(function () use ($db) {
    $db->exec('DO 1 / 0');
    var_dump($db->getWarningCount());
    $db->exec('DO 1');
    var_dump($db->getWarningCount());
});
run(function () use ($db) {
    $db->query('SELECT 1 / 0')->fetchAll();
    var_dump($db->getWarningCount());
});
run(function () use ($db) {
    var_dump($db->getWarningCount());
});

/* Others use the only connection between a statement and the question about its warnings. */
$turns = [];
$coroutines = [];
foreach ([3, 0, 1, 2] as $warnings) {
    $coroutines[] = Async\spawn(function () use ($db, $warnings, &$turns) {
        $db->exec('DO 1' . str_repeat(', 1 / 0', $warnings));
        $turns[] = $warnings;
        while (count($turns) < 4) {
            Async\suspend();
        }
        $counts = [$db->getWarningCount()];
        /* Asks the server for nothing that would give a count of its own, but takes the connection. */
        $db->getAttribute(PDO::ATTR_SERVER_VERSION);
        $counts[] = $db->getWarningCount();
        $db->getAttribute(PDO::ATTR_CLIENT_VERSION);
        $counts[] = $db->getWarningCount();
        return implode(' ', $counts);
    });
}
print_r(Async\await_all_or_fail($coroutines));
var_dump($db->getPool()->count());

/* The server closes it meanwhile, or it is checked many times, which overwrites what the client library has. */
$owner = mysql_single();
$owner->exec('DROP TABLE IF EXISTS pool_warnings');
$owner->exec('CREATE TABLE pool_warnings (id INT PRIMARY KEY AUTO_INCREMENT, v INT)');
foreach (['closed' => 0, 'checked' => 1] as $name => $interval) {
    $db = mysql_pool(1, [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => $interval]);
    run(function () use ($db, $owner, $name) {
        $id = mysql_id($db);
        $db->exec('INSERT IGNORE INTO pool_warnings (v) VALUES (1 / 0)');
        if ($name === 'closed') {
            $owner->exec("KILL $id");
            mysql_wait_until($owner, "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE id = $id");
            /* The pool trusts a connection that became idle less than a millisecond ago. */
            Async\delay(2);
            /* Another coroutine finds out. */
            $id === run(fn() => mysql_id($db)) and print("the connection was not closed\n");
        } else {
            Async\delay(30);
        }
        $mine = $db->lastInsertId();
        echo "$name: $mine, ", $db->getWarningCount(), ", ", $db->query('SELECT LAST_INSERT_ID()')->fetchColumn() == $mine ? 'also on the server' : 'gone with the session', "\n";
    });
}
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_warnings');
?>
--EXPECT--
int(0)
int(0)
int(1)
int(0)
int(1)
int(0)
Array
(
    [0] => 3 3 3
    [1] => 0 0 0
    [2] => 1 1 1
    [3] => 2 2 2
)
int(1)
closed: 1, 1, also on the server
checked: 2, 1, also on the server
